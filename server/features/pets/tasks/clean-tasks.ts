import { CleanupSelection } from '../../../../contract/pets/requests.ts';
import type { Attachments } from '../attachments.ts';
import type { ImageProcessor } from '../images/image-processor.ts';
import type { PetImage, PetRecord } from '../record.ts';
import type { Records } from '../records.ts';
import { candidateOf } from '../review.ts';
import type { TaskContext } from './task-context.ts';
import type { TaskOf } from './tasks.ts';
import type { TaskSources } from './task-sources.ts';

export interface CleanDeps {
  readonly imageProcessor: ImageProcessor;
  readonly attachments: Attachments;
  readonly records: Records;
  readonly sources: TaskSources;
}

/** Tasks that erase a selection from an image. */
export function createCleanTasks({ imageProcessor, attachments, records, sources }: CleanDeps) {
  async function cleanMaster(task: TaskOf<'clean-master'>, context: TaskContext): Promise<void> {
    const { petId, shown } = task;
    const record = await sources.record(task);
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

  /** Erases the uploaded selection from the image `name` of a pet. */
  async function erase(
    record: PetRecord,
    { picture, name, upload }: { readonly picture: PetImage; readonly name: string; readonly upload: string },
    context: TaskContext,
  ): Promise<PetImage> {
    const { mask, strokes } = selectionOf(await sources.uploaded(upload));
    let png = await attachments.load(picture, context.signal);
    context.tell({ stage: 'erasing' });
    if (mask) png = await imageProcessor.clearMask(png, mask, context.signal);
    if (strokes.length > 0) png = await imageProcessor.eraseStrokes(png, strokes, context.signal);
    const kept = await context.keep(record, name, png);
    context.completed();
    return kept;
  }

  return { cleanMaster, cleanExpression };
}

const selectionOf = (bytes: Uint8Array): CleanupSelection =>
  CleanupSelection.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
