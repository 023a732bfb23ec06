import type { AgentTask, AgentTaskDetail, RememberedGap } from '../../../contract/agent.ts';
import type { Feature } from '../../http/implement.ts';
import type { TaskInput } from './task.ts';
import type { Language } from './texts.ts';

/** The operations agent: finds questions that the site leaves open. */
export interface Agent extends Feature {
  /** Starts a task in the background. Throws `busy` when too many run. */
  run(asked: Omit<TaskInput, 'until'>): Promise<AgentTaskDetail>;
  /** Newest first, in the language of the reader. */
  tasks(language: Language): Promise<AgentTask[]>;
  /** Throws `not-found`. */
  task(taskId: string, language: Language): Promise<AgentTaskDetail>;
  /** Cancels a task; an ended one does not change. Throws `not-found`. */
  cancel(taskId: string, language: Language): Promise<AgentTaskDetail>;
  /** Cancels a task if it runs and deletes it. Throws `busy` when it does not stop in time. */
  remove(taskId: string): Promise<void>;
  /** Stored gaps, those that need work first. */
  gaps(): Promise<RememberedGap[]>;
  deleteGap(gapId: string): Promise<void>;
  /** Records a keyword search without results. Never throws, never waits. */
  recordEmptySearch(keyword: string, visitor: string): void;
  /** Deletes records older than `privacy.logRetentionDays`. */
  everyDay(): Promise<void>;
}
