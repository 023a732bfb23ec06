import { definitionAsked, explanationAsked, type Explains } from '../../../text/question/definitions.ts';
import { foldText } from '../../../text/text.ts';
import type { Passage } from '../../knowledge/knowledge.ts';

interface Found {
  readonly passages: readonly Passage[];
  readonly further?: readonly Passage[];
}

/**
 * The result with the passage first that explains the thing, for a question that asks what a thing is: the entry of a glossary
 * names it once, a manual names it everywhere. Where nothing that was found says what it is, more passages are searched.
 */
export async function explainingFirst(
  search: (words: string) => Promise<Found>,
  { passages, further = [] }: Found,
  question: string,
): Promise<Required<Found>> {
  const [thing, explains] = [definitionAsked(question), explanationAsked(question)];
  if (thing === undefined || explains === undefined) return { passages, further };
  const found = [...passages, ...further];
  const known = new Set(found.map(keyOf));
  const more = found.some((passage) => strengthOf(passage, explains) >= SAYS_WHAT)
    ? []
    : (await search(thing)).passages.filter((passage) => !known.has(keyOf(passage)));
  const all = [...found, ...more];
  const strengths = all.map((passage) => strengthOf(passage, explains));
  const best = Math.max(0, ...strengths);
  const one = best > 0 ? all[strengths.findIndex((strength) => strength === best)] : undefined;
  if (one === undefined) return { passages, further };
  // Scores of two searches cannot be compared.
  const first = { ...one, score: Math.max(one.score, ...found.map(({ score }) => score)) };
  const ordered = [first, ...found.filter((passage) => passage !== one)];
  return { passages: ordered.slice(0, passages.length), further: ordered.slice(passages.length) };
}

/** From this on a passage says what a thing is. */
const SAYS_WHAT = 1;

const keyOf = ({ articleId, identity }: Passage): string => `${articleId} ${identity}`;

/** The degree to which a passage explains a thing; an entry of a glossary says what it is, one of another list may be an option of the same name. */
const strengthOf = ({ title, headingPath, text }: Passage, explains: Explains): number => {
  const strength = explains(foldText(text));
  return strength > 0 && GLOSSARY.test([title, ...headingPath].join('\n'))
    ? strength + IN_GLOSSARY
    : strength;
};

const GLOSSARY =
  /glossar|glosario|glosář|terminology|\bterms and definitions\b|vocabulary|lexi(?:con|que|kon)|глоссарий|术语|術語|词汇表|名词解释|用語集|용어/iu;
const IN_GLOSSARY = 0.2;

/** True for a text that explains the thing that a question asks about. */
export function explains(text: string, question: string): boolean {
  const explained = explanationAsked(question)?.(foldText(text)) ?? 0;
  return explained > 0;
}
