import { CleanupSelection, petStates, type PetState } from '../../../contract/pets/requests.ts';
import { explained } from '../../kit/explained.ts';
import { unavailable } from '../../kit/fault.ts';
import type { Work } from '../../work/job-kind.ts';
import type { Attachments } from './attachments.ts';
import type { Draw } from './draw.ts';
import type { ImageProcessor } from './images/image-processor.ts';
import type { PetRecord, PetImage } from './record.ts';
import type { Records } from './records.ts';
import { candidateOf, checkMaster, newPet, review, type Made } from './review.ts';
import type { PetStore } from './store.ts';
import type { Progress, Task, TaskOf } from './tasks.ts';

export interface RunDeps {
  readonly draw: Draw;
  readonly imageProcessor: ImageProcessor;
  readonly attachments: Attachments;
  readonly records: Records;
  readonly store: Pick<PetStore, 'insert' | 'uploads'>;
  readonly now: () => number;
}

/** Runs a task; the record is written once, at the end, or not at all. */
export function createRunTask(deps: RunDeps): (work: Work<Task, Progress>) => Promise<Progress> {
  const { draw, imageProcessor, attachments, records, store, now } = deps;

  const uploaded = async (id: string): Promise<Uint8Array> => {
    const bytes = await store.uploads.read(id);
    if (!bytes) throw unavailable(explained('pet_sent_gone'));
    return bytes;
  };

  async function drawNew(task: TaskOf<'draw'>, context: TaskContext): Promise<void> {
    const { petId: id, name, style, customPrompt, policyId } = task;
    const png = await draw.master({ style, customPrompt, ...(await photoOf(task.upload)) }, context);
    const picture = await context.keep({ id, policyId }, 'master', png);
    context.completed();
    const drawn = newPet({ id, name, style, policyId, picture }, now());
    const made = task.withExpressions ? await compose(drawn, png, undefined, context) : [];
    const shown = { masterUrl: picture.url, masterRevision: drawn.masterRevision };
    await context.commit(() =>
      store.insert(made.length > 0 ? review(drawn, { kind: 'add-candidates', shown, made }, now()) : drawn),
    );
  }

  async function redraw(task: TaskOf<'redraw'>, context: TaskContext): Promise<void> {
    const { petId, shown, style, customPrompt } = task;
    const record = await current(task);
    const source = (await photoOf(task.upload)).source ?? {
      kind: 'master' as const,
      png: await attachments.load(record.master, context.signal),
    };
    const png = await draw.master({ style, customPrompt, source }, context);
    const picture = await context.keep(record, 'master', png);
    context.completed();
    await context.commit(() => records.change(petId, { kind: 'redraw-master', shown, picture, style }));
  }

  async function cleanMaster(task: TaskOf<'clean-master'>, context: TaskContext): Promise<void> {
    const { petId, shown } = task;
    const record = await current(task);
    const picture = await erase(
      record,
      { picture: record.master, name: 'master', upload: task.upload },
      context,
    );
    await context.commit(() => records.change(petId, { kind: 'change-master', shown, picture }));
  }

  async function cleanExpression(task: TaskOf<'clean-expression'>, context: TaskContext): Promise<void> {
    const { petId, state, candidateUrl } = task;
    const { record } = await records.find(petId);
    context.tell({ currentState: state });
    const candidate = candidateOf(record, task);
    const picture = await erase(
      record,
      { picture: candidate.picture, name: state, upload: task.upload },
      context,
    );
    await context.commit(() =>
      records.change(petId, { kind: 'change-candidate', state, candidateUrl, picture }),
    );
  }

  async function composeAll(task: TaskOf<'compose'>, context: TaskContext): Promise<void> {
    const { petId, shown } = task;
    const record = await current(task);
    const master = await attachments.load(record.master, context.signal);
    const made = await compose(record, master, task.region, context);
    await context.commit(() => records.change(petId, { kind: 'add-candidates', shown, made }));
  }

  async function express(task: TaskOf<'express'>, context: TaskContext): Promise<void> {
    const { petId, shown, mode, region, customPrompt } = task;
    const record = await current(task);
    const master = await attachments.load(record.master, context.signal);
    const made: Made[] = [];
    for (const state of task.states) {
      context.tell({ currentState: state });
      const { style } = record;
      const png = await draw.expression({ style, customPrompt, state, mode, region, master }, context);
      made.push({ state, mode, picture: await context.keep(record, state, png) });
      context.completed(state);
    }
    await context.commit(() => records.change(petId, { kind: 'add-candidates', shown, made }));
  }

  /** The record, if its master is still the task's. */
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
    context: TaskContext,
  ): Promise<Made[]> {
    const made: Made[] = [];
    for (const state of petStates) {
      context.tell({ stage: 'composing', currentState: state });
      const png = await imageProcessor.expression(
        master,
        { state, style: record.style, region },
        context.signal,
      );
      made.push({ state, mode: 'local', picture: await context.keep(record, state, png) });
      context.completed(state);
    }
    return made;
  }

  /** Erases the uploaded selection from the picture `name` of a pet. */
  async function erase(
    record: PetRecord,
    { picture, name, upload }: { readonly picture: PetImage; readonly name: string; readonly upload: string },
    context: TaskContext,
  ): Promise<PetImage> {
    const { mask, strokes } = selectionOf(await uploaded(upload));
    let png = await attachments.load(picture, context.signal);
    context.tell({ stage: 'erasing' });
    if (mask) png = await imageProcessor.clearMask(png, mask, context.signal);
    if (strokes.length > 0) png = await imageProcessor.eraseStrokes(png, strokes, context.signal);
    const kept = await context.keep(record, name, png);
    context.completed();
    return kept;
  }

  function run(task: Task, context: TaskContext): Promise<void> {
    switch (task.op) {
      case 'draw':
        return drawNew(task, context);
      case 'redraw':
        return redraw(task, context);
      case 'clean-master':
        return cleanMaster(task, context);
      case 'clean-expression':
        return cleanExpression(task, context);
      case 'compose':
        return composeAll(task, context);
      case 'express':
        return express(task, context);
    }
  }

  return async (work) => {
    const { input } = work;
    const context = createTaskContext(work, attachments);
    try {
      await run(input, context);
      return context.done();
    } finally {
      // Photos are deleted with their job; after a crash the daily clean-up does it.
      if ('upload' in input) await store.uploads.remove(input.upload).catch(() => undefined);
    }
  };
}

/** Progress of a task, storage of its pictures, and the single write of its record. */
function createTaskContext(work: Work<Task, Progress>, attachments: Attachments) {
  const { signal } = work;
  let progress = work.state;
  const tell = (change: Partial<Progress>) => work.report((progress = { ...progress, ...change }));
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
    /** Runs `write` only while this process holds the job. */
    async commit(write: () => Promise<unknown>) {
      progress = { ...progress, stage: 'recording' };
      await work.checkpoint(progress);
      signal.throwIfAborted();
      await write();
    },
    done: (): Progress => ({ ...progress, stage: 'done', currentState: '' }),
  };
}

type TaskContext = ReturnType<typeof createTaskContext>;

const selectionOf = (bytes: Uint8Array): CleanupSelection =>
  CleanupSelection.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
