import { agent } from '../../../contract/agent.ts';
import { implement } from '../../http/implement.ts';
import type { Agent } from './operations.ts';

export const agentRoutes = (of: Omit<Agent, 'routes'>) =>
  implement(agent, {
    run: ({ body }, { language }) => of.run({ ...body, language }),
    tasks: () => of.tasks(),
    task: ({ params }) => of.task(params.taskId),
    cancel: ({ params }) => of.cancel(params.taskId),
    gaps: () => of.gaps(),
    forget: ({ params }) => of.deleteGap(params.gapId),
    remove: ({ params }) => of.remove(params.taskId),
  });
