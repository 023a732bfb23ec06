import { unavailable } from '../../../kit/fault.ts';
import type { ChatTask } from '../../../ports/models.ts';
import { outline } from './extractive/outline.ts';
import { polish } from './polish.ts';
import { proofread } from './proofread.ts';
import { simplify, summarize } from './extractive/shorten.ts';

/**
 * What can be done to a draft without understanding it.
 * @throws Fault `unavailable` for everything else, and for instructions, which only a language model can follow
 */
export function write({ action, text, instruction }: Extract<ChatTask, { kind: 'writing' }>): string {
  const perform = actions.get(action);
  if (perform === undefined)
    throw unavailable(`A language model must be connected for the action "${action}"`);
  if (instruction.trim() !== '')
    throw unavailable('A language model must be connected to follow an instruction');
  return perform(text);
}

const actions: ReadonlyMap<string, (text: string) => string> = new Map(
  Object.entries({ polish, proofread, simplify, summarize, outline }),
);
