import { petStates } from '../../../../contract/pets/requests.ts';
import type { Attachments } from '../attachments.ts';
import type { Draw } from '../draw.ts';
import type { ImageProcessor } from '../images/image-processor.ts';
import type { PetRecord } from '../record.ts';
import type { Records } from '../records.ts';
import { newPet, review, type Made } from '../review.ts';
import type { PetStore } from '../store.ts';
import type { TaskContext } from './task-context.ts';
import type { TaskSources } from './task-sources.ts';
import type { TaskOf } from './tasks.ts';

export interface DrawDeps {
  readonly draw: Draw;
  readonly imageProcessor: ImageProcessor;
  readonly attachments: Attachments;
  readonly records: Records;
  readonly store: Pick<PetStore, 'insert'>;
  readonly sources: TaskSources;
  readonly now: () => number;
}

/** Tasks that draw a pet or its expressions. */
export function createDrawTasks(deps: DrawDeps) {
  const { draw, imageProcessor, attachments, records, store, sources, now } = deps;

  async function drawNew(task: TaskOf<'draw'>, context: TaskContext): Promise<void> {
    const { petId: id, name, style, customPrompt, policyId } = task;
    const png = await draw.master({ style, customPrompt, ...(await sources.photo(task.upload)) }, context);
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
    const record = await sources.record(task);
    const source = (await sources.photo(task.upload)).source ?? {
      kind: 'master' as const,
      png: await attachments.load(record.master, context.signal),
    };
    const png = await draw.master({ style, customPrompt, source }, context);
    const picture = await context.keep(record, 'master', png);
    context.completed();
    await context.commit(() => records.change(petId, { kind: 'redraw-master', shown, picture, style }));
  }

  async function composeAll(task: TaskOf<'compose'>, context: TaskContext): Promise<void> {
    const { petId, shown } = task;
    const record = await sources.record(task);
    const master = await attachments.load(record.master, context.signal);
    const made = await compose(record, master, task.region, context);
    await context.commit(() => records.change(petId, { kind: 'add-candidates', shown, made }));
  }

  async function express(task: TaskOf<'express'>, context: TaskContext): Promise<void> {
    const { petId, shown, mode, region, customPrompt } = task;
    const record = await sources.record(task);
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

  return { drawNew, redraw, composeAll, express };
}
