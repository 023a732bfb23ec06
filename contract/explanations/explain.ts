import { z } from 'zod';
import { foundTexts } from './texts.ts';

/** One of the things that the parameter `list` names: so many, or a file, and what is the matter with it. */
const item = {
  count: z.int().optional(),
  path: z.string().optional(),
  line: z.int().optional(),
  reason: z.string(),
  code: z.string().optional(),
  params: z.record(z.string(), z.string()).optional(),
};

const said = {
  code: z.string().meta({ description: 'Which text it is; consoles have words of their own for it' }),
  params: z.record(z.string(), z.string()).meta({ description: 'Names, figures and foreign words in it' }),
  items: z
    .array(z.object(item))
    .optional()
    .meta({ description: 'What the parameter `list` names, each with the code of its reason' }),
};

/** A text as code and parameters beside the English text, for translation. */
export const Explanation = z.object({
  ...said,
  causes: z.array(z.object(said)).optional().meta({
    description:
      'What the parameter `reason` says as a code, then what the reason of that one says, and so on',
  }),
});
export type Explanation = z.infer<typeof Explanation>;

/** Field beside a text that may have a code. */
export const withExplanation = {
  explanation: Explanation.optional().meta({ description: 'The text as a code with parameters' }),
};

interface Pattern<Code> {
  readonly code: Code;
  readonly names: readonly string[];
  readonly literals: readonly string[];
  /** Number of literal characters. */
  readonly literal: number;
}

/** Longer texts are not from the service. */
const longestText = 2_000;

function patternOf<Code>(code: Code, text: string): Pattern<Code> {
  const parts = text.split(/\{(\w+)\}/);
  const names = parts.filter((_, index) => index % 2 === 1);
  const literals = parts.filter((_, index) => index % 2 === 0);
  return { code, names, literals, literal: literals.join('').length };
}

/**
 * The parameters of a text that has these literals in this order, each of one character at least; the last takes the rest, such as a provider's
 * message of several lines. Takes time in proportion to the text, whatever repeats in it.
 */
function valuesIn(text: string, [first = '', ...others]: readonly string[]): readonly string[] | undefined {
  if (!text.startsWith(first)) return undefined;
  const values: string[] = [];
  let at = first.length;
  for (const [nth, literal] of others.entries()) {
    const isLast = nth === others.length - 1;
    const end = isLast ? text.length - literal.length : text.indexOf(literal, at + 1);
    if (end <= at || !text.startsWith(literal, end)) return undefined;
    values.push(text.slice(at, end));
    at = end + literal.length;
  }
  return at === text.length ? values : undefined;
}

/**
 * Finds code and parameters of a text by its words; `undefined` for texts that are none of the table. Most specific texts first, so that
 * `{subject} not found` does not match before them.
 */
export function createExplain<Code extends string>(
  texts: Readonly<Record<Code, string>>,
): (text: string) => (Pick<Explanation, 'params'> & { readonly code: Code }) | undefined {
  const patterns = Object.entries<string>(texts)
    .map(([code, text]) => patternOf(code as Code, text))
    .toSorted((a, b) => b.literal - a.literal);
  return (text) => {
    if (text === '' || text.length > longestText) return undefined;
    for (const { code, names, literals } of patterns) {
      const found = valuesIn(text, literals);
      if (!found) continue;
      return { code, params: Object.fromEntries(names.map((name, index) => [name, found[index] ?? ''])) };
    }
    return undefined;
  };
}

const explainOne = createExplain(foundTexts);

/** Code and parameters of a text of the service; `undefined` for foreign texts, such as a provider's. */
export function explain(text: string): Explanation | undefined {
  const found = explainOne(text);
  if (!found) return undefined;
  const { reason } = found.params;
  const cause = reason === undefined ? undefined : explain(reason);
  if (!cause) return found;
  const { causes = [], ...first } = cause;
  return { ...found, causes: [first, ...causes] };
}
