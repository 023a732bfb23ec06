import { agent } from '../../../contract/agent.ts';
import { implement } from '../../http/implement.ts';
import type { Agent } from './operations.ts';

export const agentRoutes = (of: Omit<Agent, 'routes'>) =>
  implement(agent, {
    run: ({ body }, { language }) => of.run({ ...body, language }),
    tasks: (_, { language }) => of.tasks(language),
    task: ({ params }, { language }) => of.task(params.taskId, language),
    cancel: ({ params }, { language }) => of.cancel(params.taskId, language),
    gaps: () => of.gaps(),
    forget: ({ params }) => of.deleteGap(params.gapId),
    remove: ({ params }) => of.remove(params.taskId),
  });
