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

/** Words as one cell of a record: a text of the service as JSON with its code, words of others as they are. */
export const cellOf = (words: Words): string => (typeof words === 'string' ? words : JSON.stringify(words));

/** Words of a cell. Records of earlier versions hold the English text alone; its code follows from the words. */
export function wordsInCell(cell: string): Words {
  const stored = cell.startsWith('{"text":') ? Stored.safeParse(parseJson(cell)).data : undefined;
  if (stored) return stored;
  const explanation = explain(cell);
  return explanation ? { text: cell, explanation } : cell;
}

const Stored = z.object({ text: z.string(), explanation: Explanation });

/** Words as a field of a reply, with their explanation beside them. */
export const inField = <Name extends string>(name: Name, words: Words) =>
  ({
    [name]: inEnglish(words),
    ...(typeof words === 'object' && { explanation: words.explanation }),
  }) as Readonly<Record<Name, string>> & { readonly explanation?: Explanation };
