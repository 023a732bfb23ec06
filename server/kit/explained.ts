import { z } from 'zod';
import { explain, Explanation } from '../../contract/explanations/explain.ts';
import { inEnglish, type Words } from '../../contract/explanations/explained.ts';
import { parseJson } from './json.ts';

export {
  explained,
  inEnglish,
  type ExplainedText,
  type ListItem,
  type Words,
} from '../../contract/explanations/explained.ts';

/** Encodes a text for a database column: one of the service's own as JSON with its code, any other text as it is. */
export const cellOf = (words: Words): string => (typeof words === 'string' ? words : JSON.stringify(words));

/** Decodes a text from a database column. Earlier versions stored only the English text; its code is derived from the words. */
export function wordsInCell(cell: string): Words {
  const stored = cell.startsWith('{"text":') ? Stored.safeParse(parseJson(cell)).data : undefined;
  if (stored) return stored;
  const explanation = explain(cell);
  return explanation ? { text: cell, explanation } : cell;
}

const Stored = z.object({ text: z.string(), explanation: Explanation });

/** A text as a field of a reply, together with its explanation. */
export const inField = <Name extends string>(name: Name, words: Words) =>
  ({
    [name]: inEnglish(words),
    ...(typeof words === 'object' && { explanation: words.explanation }),
  }) as Readonly<Record<Name, string>> & { readonly explanation?: Explanation };
