import type { Work } from '../../../work/job-kind.ts';
import type { Attachments } from '../attachments.ts';
import { createCleanTasks } from './clean-tasks.ts';
import type { Draw } from '../draw.ts';
import { createDrawTasks } from './draw-tasks.ts';
import type { ImageProcessor } from '../images/image-processor.ts';
import type { Records } from '../records.ts';
import type { PetStore } from '../store.ts';
import { createTaskContext, type TaskContext } from './task-context.ts';
import { createTaskSources } from './task-sources.ts';
import type { Progress, Task } from './tasks.ts';

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
  const { attachments, records, store } = deps;
  const sources = createTaskSources(store.uploads, records);
  const drawing = createDrawTasks({ ...deps, sources });
  const cleaning = createCleanTasks({ ...deps, sources });

  function run(task: Task, context: TaskContext): Promise<void> {
    switch (task.op) {
      case 'draw':
        return drawing.drawNew(task, context);
      case 'redraw':
        return drawing.redraw(task, context);
      case 'clean-master':
        return cleaning.cleanMaster(task, context);
      case 'clean-expression':
        return cleaning.cleanExpression(task, context);
      case 'compose':
        return drawing.composeAll(task, context);
      case 'express':
        return drawing.express(task, context);
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
