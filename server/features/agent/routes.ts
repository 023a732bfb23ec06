import { agent } from '../../../contract/agent.ts';
import { implement } from '../../http/implement.ts';
import type { AgentOperations } from './operations.ts';

export const agentRoutes = (operations: AgentOperations) =>
  implement(agent, {
    run: ({ body }, { language }) => operations.run({ ...body, language }),
    tasks: (_, { language }) => operations.tasks(language),
    task: ({ params }, { language }) => operations.task(params.taskId, language),
    cancel: ({ params }, { language }) => operations.cancel(params.taskId, language),
    gaps: () => operations.gaps(),
    forget: ({ params }) => operations.deleteGap(params.gapId),
    remove: ({ params }) => operations.remove(params.taskId),
  });
