import { z } from 'zod';
import { must } from '../wording.ts';

/** What a rule reads from the path of a page. */
export const pathRuleKinds = ['language', 'version'] as const;
export type PathRuleKind = (typeof pathRuleKinds)[number];

export const pathRuleLimits = { rules: 20, ruleLength: 200, values: 50 } as const;

// `/docs/{version}/`, `/*/{language}/`, `/docs/{version:v1|v2}/`, `/docs/ version=3.2`: segments with placeholders, a value for all pages below
// a path, or both.
const pathRulePattern =
  /^(?:(?:\/[^\s{}/]*)*\/\{(?:language|version)(?::[^\s{}/|,]+(?:\|[^\s{}/|,]+)*)?\}(?:\/(?:[^\s{}/]*|\{(?:language|version)(?::[^\s{}/|,]+(?:\|[^\s{}/|,]+)*)?\}))*(?: (?:language|version)=[^\s{}/|,]+)?|(?:\/[^\s{}/]*)+ (?:language|version)=[^\s{}/|,]+)$/;

const notRule = { error: must('rule_path_rule', { language: '{language}', version: '{version}' }) };

export const PathRule = z
  .string(notRule)
  .trim()
  .max(pathRuleLimits.ruleLength, notRule)
  .regex(pathRulePattern, notRule);

const PathRuleReading = z.object({
  rule: z.string().meta({ description: 'As it stands in `search.pathRules`' }),
  articles: z.int().meta({ description: 'Articles that get a value by it' }),
  values: z
    .array(
      z.object({
        kind: z.enum(pathRuleKinds),
        value: z.string().meta({ description: 'As it is sent in `scope` behind the kind and a colon' }),
        name: z.string().meta({ description: 'A language in its own words; the version itself' }),
        articles: z.int(),
        example: z.string().meta({ description: 'Address of one of them' }),
      }),
    )
    .meta({ description: `Values with most articles first, at most ${pathRuleLimits.values}` }),
});
export type PathRuleReading = z.infer<typeof PathRuleReading>;

export const PathRuleReadings = z.object({
  total: z.int().meta({ description: 'Articles of the whole site' }),
  saved: z.array(PathRuleReading).meta({ description: 'The saved rules and what they find' }),
  proposed: z.array(PathRuleReading).meta({
    description:
      'Rules that the addresses of the articles suggest and that are not saved; none applies before it is',
  }),
});
export type PathRuleReadings = z.infer<typeof PathRuleReadings>;
