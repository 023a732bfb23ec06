import { agent } from '../../../contract/agent.ts';
import { implement } from '../../http/implement.ts';
import type { AgentOperations } from './operations.ts';

export const agentRoutes = (operations: AgentOperations) =>
  implement(agent, {
    run: ({ body }, { language }) => operations.run({ ...body, language }),
    tasks: (_, { language }) => operations.tasks(language),
    task: ({ params }, { language }) => operations.task(params.taskId, language),
    cancel: async ({ params: { taskId } }, { language, nothingChanged }) => {
      if (!(await operations.cancel(taskId))) nothingChanged();
      return operations.task(taskId, language);
    },
    gaps: () => operations.gaps(),
    forget: async ({ params }, { nothingChanged }) => {
      if (!(await operations.deleteGap(params.gapId))) nothingChanged();
    },
    remove: async ({ params }, { nothingChanged }) => {
      if (!(await operations.remove(params.taskId))) nothingChanged();
    },
  });
