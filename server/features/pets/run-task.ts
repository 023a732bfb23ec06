import { CleanupSelection, petStates, type PetState } from '../../../contract/pets/requests.ts';
import { unavailable } from '../../kit/fault.ts';
import type { Work } from '../../work/job-kind.ts';
import type { Attachments } from './attachments.ts';
import type { Draw } from './draw.ts';
import type { Pictures } from './pictures/pictures.ts';
import type { PetRecord, Picture } from './record.ts';
import type { Records } from './records.ts';
import { candidateOf, checkMaster, newPet, review, type Made } from './review.ts';
import type { PetStore } from './store.ts';
import type { Progress, Task, TaskOf } from './tasks.ts';

export interface RunDeps {
  readonly draw: Draw;
  readonly pictures: Pictures;
  readonly attachments: Attachments;
  readonly records: Records;
  readonly store: Pick<PetStore, 'insert' | 'uploads'>;
  readonly now: () => number;
}

/** Does one task from the first picture to the record, which is written once, at the end, or not at all. */
export function createRunTask(deps: RunDeps): (work: Work<Task, Progress>) => Promise<Progress> {
  const { draw, pictures, attachments, records, store, now } = deps;

  const uploaded = async (id: string): Promise<Uint8Array> => {
    const bytes = await store.uploads.read(id);
    if (!bytes) throw unavailable('What was sent is no longer there; send it again');
    return bytes;
  };

  async function drawNew(task: TaskOf<'draw'>, course: Course): Promise<void> {
    const { petId: id, name, style, customPrompt, policyId } = task;
    const png = await draw.master({ style, customPrompt, ...(await photoOf(task.upload)) }, course);
    const picture = await course.keep({ id, policyId }, 'master', png);
    course.completed();
    const drawn = newPet({ id, name, style, policyId, picture }, now());
    const made = task.withExpressions ? await compose(drawn, png, undefined, course) : [];
    const shown = { masterUrl: picture.url, masterRevision: drawn.masterRevision };
    await course.commit(() =>
      store.insert(made.length > 0 ? review(drawn, { kind: 'add-candidates', shown, made }, now()) : drawn),
    );
  }

  async function redraw(task: TaskOf<'redraw'>, course: Course): Promise<void> {
    const { petId, shown, style, customPrompt } = task;
    const record = await current(task);
    const source = (await photoOf(task.upload)).source ?? {
      kind: 'master' as const,
      png: await attachments.load(record.master, course.signal),
    };
    const png = await draw.master({ style, customPrompt, source }, course);
    const picture = await course.keep(record, 'master', png);
    course.completed();
    await course.commit(() => records.change(petId, { kind: 'redraw-master', shown, picture, style }));
  }

  async function cleanMaster(task: TaskOf<'clean-master'>, course: Course): Promise<void> {
    const { petId, shown } = task;
    const record = await current(task);
    const picture = await erase(
      record,
      { picture: record.master, name: 'master', upload: task.upload },
      course,
    );
    await course.commit(() => records.change(petId, { kind: 'change-master', shown, picture }));
  }

  async function cleanExpression(task: TaskOf<'clean-expression'>, course: Course): Promise<void> {
    const { petId, state, candidateUrl } = task;
    const { record } = await records.find(petId);
    course.tell({ currentState: state });
    const candidate = candidateOf(record, task);
    const picture = await erase(
      record,
      { picture: candidate.picture, name: state, upload: task.upload },
      course,
    );
    await course.commit(() =>
      records.change(petId, { kind: 'change-candidate', state, candidateUrl, picture }),
    );
  }

  async function composeAll(task: TaskOf<'compose'>, course: Course): Promise<void> {
    const { petId, shown } = task;
    const record = await current(task);
    const master = await attachments.load(record.master, course.signal);
    const made = await compose(record, master, task.region, course);
    await course.commit(() => records.change(petId, { kind: 'add-candidates', shown, made }));
  }

  async function express(task: TaskOf<'express'>, course: Course): Promise<void> {
    const { petId, shown, mode, region, customPrompt } = task;
    const record = await current(task);
    const master = await attachments.load(record.master, course.signal);
    const made: Made[] = [];
    for (const state of task.states) {
      course.tell({ currentState: state });
      const { style } = record;
      const png = await draw.expression({ style, customPrompt, state, mode, region, master }, course);
      made.push({ state, mode, picture: await course.keep(record, state, png) });
      course.completed(state);
    }
    await course.commit(() => records.change(petId, { kind: 'add-candidates', shown, made }));
  }

  /** The record, as long as its master is the one the task was given for. */
  async function current(
    task: TaskOf<'redraw' | 'clean-master' | 'compose' | 'express'>,
  ): Promise<PetRecord> {
    const { record } = await records.find(task.petId);
    checkMaster(record, task.shown);
    return record;
  }

  async function photoOf(upload: string) {
    if (upload === '') return {};
    return { source: { kind: 'photo' as const, png: await uploaded(upload) } };
  }

  async function compose(
    record: PetRecord,
    master: Uint8Array,
    region: TaskOf<'compose'>['region'],
    course: Course,
  ): Promise<Made[]> {
    const made: Made[] = [];
    for (const state of petStates) {
      course.tell({ stage: 'composing', currentState: state });
      const png = await pictures.expression(master, { state, style: record.style, region }, course.signal);
      made.push({ state, mode: 'local', picture: await course.keep(record, state, png) });
      course.completed(state);
    }
    return made;
  }

  /** The picture `name` of a pet with the uploaded selection erased. */
  async function erase(
    record: PetRecord,
    { picture, name, upload }: { readonly picture: Picture; readonly name: string; readonly upload: string },
    course: Course,
  ): Promise<Picture> {
    const { mask, strokes } = selectionOf(await uploaded(upload));
    let png = await attachments.load(picture, course.signal);
    course.tell({ stage: 'erasing' });
    if (mask) png = await pictures.clearMask(png, mask, course.signal);
    if (strokes.length > 0) png = await pictures.eraseStrokes(png, strokes, course.signal);
    const kept = await course.keep(record, name, png);
    course.completed();
    return kept;
  }

  function run(task: Task, course: Course): Promise<void> {
    switch (task.op) {
      case 'draw':
        return drawNew(task, course);
      case 'redraw':
        return redraw(task, course);
      case 'clean-master':
        return cleanMaster(task, course);
      case 'clean-expression':
        return cleanExpression(task, course);
      case 'compose':
        return composeAll(task, course);
      case 'express':
        return express(task, course);
    }
  }

  return async (work) => {
    const { input } = work;
    const course = createCourse(work, attachments);
    try {
      await run(input, course);
      return course.done();
    } finally {
      // A photo is kept for the work and no longer; what a crash leaves behind goes with the next sweep.
      if ('upload' in input) await store.uploads.remove(input.upload).catch(() => undefined);
    }
  };
}

/** The work as it goes: what is shown of it, where its pictures are kept, and the one moment it is recorded. */
function createCourse(work: Work<Task, Progress>, attachments: Attachments) {
  const { signal } = work;
  let progress = work.state;
  const tell = (change: Partial<Progress>) => work.tell((progress = { ...progress, ...change }));
  tell({ stage: 'reading' });
  return {
    signal,
    tell,
    stage: (stage: Progress['stage']) => tell({ stage }),
    keep(pet: Pick<PetRecord, 'id' | 'policyId'>, name: string, png: Uint8Array) {
      tell({ stage: 'storing' });
      return attachments.keep(pet, name, png, signal);
    },
    completed(state?: PetState) {
      const { completed, completedStates } = progress;
      tell({
        completed: completed + 1,
        ...(state && { completedStates: [...completedStates, state] }),
      });
    },
    /** Writes the record only while this process is the one that does the work. */
    async commit(write: () => Promise<unknown>) {
      progress = { ...progress, stage: 'recording' };
      await work.save(progress);
      signal.throwIfAborted();
      await write();
    },
    done: (): Progress => ({ ...progress, stage: 'done', currentState: '' }),
  };
}

type Course = ReturnType<typeof createCourse>;

const selectionOf = (bytes: Uint8Array): CleanupSelection =>
  CleanupSelection.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
