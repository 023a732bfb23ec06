import type { AgentTask, AgentTaskDetail, RememberedGap } from '../../../contract/agent.ts';
import type { Feature } from '../../http/implement.ts';
import type { TaskInput } from './task.ts';

/** The operations agent: looks for what visitors ask and the site does not answer. */
export interface Agent extends Feature {
  /** Starts a task in the background. Throws `busy` when too many run. */
  run(asked: Omit<TaskInput, 'until'>): Promise<AgentTaskDetail>;
  /** Newest first. */
  tasks(): Promise<AgentTask[]>;
  /** Throws `not-found`. */
  task(taskId: string): Promise<AgentTaskDetail>;
  /** Stops a task; one that has ended stays as it is. Throws `not-found`. */
  cancel(taskId: string): Promise<AgentTaskDetail>;
  /** Stops a task if it runs and forgets it. Throws `busy` when it does not stop in time. */
  remove(taskId: string): Promise<void>;
  /** The gaps that are remembered, those that need work first. */
  gaps(): Promise<RememberedGap[]>;
  forget(gapId: string): Promise<void>;
  /** Takes note of a keyword search that found nothing. Never throws, never waits. */
  searchedInVain(keyword: string, visitor: string): void;
  /** Forgets what is older than `privacy.logRetentionDays`. */
  everyDay(): Promise<void>;
}
