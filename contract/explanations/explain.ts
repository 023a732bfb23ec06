import { z } from 'zod';
import { foundTexts, type ExplanationCode } from './texts.ts';

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

interface Pattern {
  readonly code: ExplanationCode;
  readonly names: readonly string[];
  readonly expression: RegExp;
  /** Number of literal characters. */
  readonly literal: number;
}

/** Longer texts are not from the service. */
const longestText = 2_000;

function patternOf(code: ExplanationCode, text: string): Pattern {
  const parts = text.split(/\{(\w+)\}/);
  const names = parts.filter((_, index) => index % 2 === 1);
  const literals = parts.filter((_, index) => index % 2 === 0);
  // The last parameter takes the rest, such as a provider's message of several lines.
  const open = literals.map((literal, index) =>
    index === 0 ? escaped(literal) : `${index === names.length ? '([^]+)' : '([^]+?)'}${escaped(literal)}`,
  );
  return {
    code,
    names,
    expression: new RegExp(`^${open.join('')}$`),
    literal: literals.join('').length,
  };
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Most specific texts first, so that `{subject} not found` does not match before them. */
const patterns: readonly Pattern[] = Object.entries(foundTexts)
  .map(([code, text]) => patternOf(code as ExplanationCode, text))
  .toSorted((a, b) => b.literal - a.literal);

/** Code and parameters of a text of the service; `undefined` for foreign texts, such as a provider's. */
export function explain(text: string): Explanation | undefined {
  if (text === '' || text.length > longestText) return undefined;
  for (const { code, names, expression } of patterns) {
    const found = expression.exec(text);
    if (!found) continue;
    const params = Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? '']));
    const cause = params['reason'] === undefined ? undefined : explain(params['reason']);
    if (!cause) return { code, params };
    const { causes = [], ...first } = cause;
    return { code, params, causes: [first, ...causes] };
  }
  return undefined;
}
