import { explained } from '../../../kit/explained.ts';
import { unavailable } from '../../../kit/fault.ts';
import type { ChatTask } from '../../../ports/models.ts';
import { outline } from './summaries/outline.ts';
import { polish } from './polish.ts';
import { proofread } from './proofread.ts';
import { simplify, summarize } from './summaries/shorten.ts';

/**
 * Performs the writing actions that need no understanding of the draft.
 * @throws Fault `unavailable` for other actions, and for instructions, which need a language model
 */
export function write({ action, text, instruction }: Extract<ChatTask, { kind: 'writing' }>): string {
  const perform = actions.get(action);
  if (perform === undefined) throw unavailable(explained('model_needed_action', { action }));
  if (instruction.trim() !== '') throw unavailable(explained('model_needed_instruction'));
  return perform(text);
}

const actions: ReadonlyMap<string, (text: string) => string> = new Map(
  Object.entries({ polish, proofread, simplify, summarize, outline }),
);
