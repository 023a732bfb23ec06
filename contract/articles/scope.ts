import { z } from 'zod';
import { must } from '../wording.ts';

/** What a part of a scope names: a tag, a category, the beginning of a path, what the rules of the site read from paths, or one of several sources. */
export const scopeKinds = ['tag', 'category', 'path', 'language', 'version', 'source'] as const;

/** Names the site itself among the sources. */
export const siteSource = 'site';
export type ScopeKind = (typeof scopeKinds)[number];

export const scopeLimits = { parts: 20, partLength: 300, pageLength: 2000 } as const;

/** A part of a scope. */
export const scopePart = /^(?:tag|category|path|language|version|source):\S/;

const partsOf = (value: unknown): unknown => {
  if (value === null || value === undefined) return [];
  if (typeof value === 'string')
    return value
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
  return value;
};

/** Parts such as `tag:linux`, as a list or separated by commas. A scope that cannot be read is refused: the whole site is no substitute. */
export const Scope = z
  .unknown()
  .optional()
  .transform(partsOf)
  .pipe(
    z
      .array(
        z
          .string({ error: must('rule_scope') })
          .max(scopeLimits.partLength, { error: must('rule_scope') })
          .regex(scopePart, { error: must('rule_scope') }),
        { error: must('rule_scope') },
      )
      .max(scopeLimits.parts, { error: must('rule_scope') }),
  )
  .meta({
    description: `Only these articles: a list, or a text with commas, of at most ${scopeLimits.parts} parts \`tag:<slug or name>\`, \`category:<slug or name>\`, \`path:<beginning of a path>\`, \`language:<tag>\`, \`version:<name>\` and \`source:<id or name>\`. Parts of one kind are alternatives, different kinds must all hold. Without it the whole site`,
  });

export const askedFromMeans =
  'Path or address of the page from which is asked: where pages have versions, its version answers first, and an answer from another one says so';

/** A page as a site-relative path or address; invalid values count as missing. */
export const pageAddress = (description: string) =>
  z
    .unknown()
    .optional()
    .transform((value) =>
      typeof value === 'string' && value.length <= scopeLimits.pageLength
        ? value.trim() || undefined
        : undefined,
    )
    .meta({ description });

export const AskedFrom = pageAddress(askedFromMeans);

/** Parts of the site that a visitor can choose, with the number of their articles. */
export const ScopeList = z.object({
  total: z.int().meta({ description: 'Articles of the whole site' }),
  scopes: z.array(
    z.object({
      scope: z.string().meta({ description: 'As it is sent in `scope`' }),
      kind: z.enum(scopeKinds),
      name: z.string().meta({
        description:
          'Name of the tag, category or source; a language in its own words; the path or version itself',
      }),
      articles: z.int(),
    }),
  ),
});
export type ScopeList = z.infer<typeof ScopeList>;
