import { definitionAsked, explanationOf, type Explains } from '../../../text/question/definitions.ts';
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
  const all = [...passages, ...further];
  const explains = explanationAsked(question);
  const strengths = all.map(({ text }) => explains(foldText(text)));
  const best = Math.max(0, ...strengths);
  const one = best > 0 ? all[strengths.findIndex((strength) => strength === best)] : undefined;
  if (one === undefined) return { passages, further };
  const ordered = [one, ...all.filter((passage) => passage !== one)];
  return { passages: ordered.slice(0, passages.length), further: ordered.slice(passages.length) };
}

/** True for a text that explains the thing that a question asks about. */
export const explains = (text: string, question: string): boolean =>
  explanationAsked(question)(foldText(text)) > 0;

function explanationAsked(question: string): Explains {
  const thing = definitionAsked(question);
  return thing === undefined ? () => 0 : explanationOf(thing);
}
