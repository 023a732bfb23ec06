import type { InterfaceLanguage } from '../../../contract/site/interface-language.ts';
import type { AgentStep } from '../../../contract/agent.ts';
import { texts } from './texts.ts';

/** Progress in percent at which each of the six steps ends. */
const stepEnds = [5, 25, 40, 70, 90, 100] as const;

/** The steps at a progress: those that ended before are done, the next one is running. */
export function stepsAt(
  progress: number,
  language: InterfaceLanguage,
  details: readonly string[] = [],
): AgentStep[] {
  const active = stepEnds.findIndex((end) => end >= progress && progress < 100);
  return stepEnds.map((percent, at) => ({
    name: texts[language].steps[at] ?? '',
    status: at === active ? 'running' : percent <= progress ? 'done' : 'pending',
    percent,
    detail: details[at] ?? '',
  }));
}

/** Name of the running step. */
export const stepAt = (progress: number, language: InterfaceLanguage): string =>
  texts[language].steps[stepEnds.findIndex((end) => end >= progress)] ?? '';
