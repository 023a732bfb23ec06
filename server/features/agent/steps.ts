import type { AgentStep } from '../../../contract/agent.ts';
import { texts, type Language } from './texts.ts';

/** Where the six steps of a task end, in percent. */
const stepEnds = [5, 25, 40, 70, 90, 100] as const;

/** The steps at a progress: those that ended before it are done, the first of the others is at work. */
export function stepsAt(progress: number, language: Language, details: readonly string[] = []): AgentStep[] {
  const active = stepEnds.findIndex((end) => end >= progress && progress < 100);
  return stepEnds.map((percent, at) => ({
    name: texts[language].steps[at] ?? '',
    status: at === active ? 'running' : percent <= progress ? 'done' : 'pending',
    percent,
    detail: details[at] ?? '',
  }));
}

/** What the task is doing at a progress. */
export const stepAt = (progress: number, language: Language): string =>
  texts[language].steps[stepEnds.findIndex((end) => end >= progress)] ?? '';
