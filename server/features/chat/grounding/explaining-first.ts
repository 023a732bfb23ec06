import { explanationAsked } from '../../../text/question/definitions.ts';
import { foldText } from '../../../text/text.ts';
import type { Passage } from '../../knowledge/knowledge.ts';

interface Found {
  readonly passages: readonly Passage[];
  readonly further?: readonly Passage[];
}

/**
 * What was found, with the passage first that explains the thing, where a question asks what a thing is: the entry of a glossary
 * names it once, a manual names it everywhere.
 */
export function explainingFirst({ passages, further = [] }: Found, question: string): Required<Found> {
  const explains = explanationAsked(question);
  if (explains === undefined) return { passages, further };
  const all = [...passages, ...further];
  const strengths = all.map(({ text }) => explains(foldText(text)));
  const best = Math.max(0, ...strengths);
  const one = best > 0 ? all[strengths.findIndex((strength) => strength === best)] : undefined;
  if (one === undefined) return { passages, further };
  const ordered = [one, ...all.filter((passage) => passage !== one)];
  return { passages: ordered.slice(0, passages.length), further: ordered.slice(passages.length) };
}

/** True for a text that explains the thing that a question asks about. */
export function explains(text: string, question: string): boolean {
  const explained = explanationAsked(question)?.(foldText(text)) ?? 0;
  return explained > 0;
}
