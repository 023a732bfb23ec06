import { z } from 'zod';
import { PathRule, pathRuleLimits } from '../articles/path-rules.ts';
import { must, mustFit } from '../wording.ts';

/** Field types of configuration groups. Each is a zod schema with range, description (in its meta data) and default. */

/** Limits of configured texts, in UTF-16 code units, and of lists. */
export const configLimits = {
  modelNameLength: 200,
  textLength: 500,
  promptLength: 20_000,
  shortcutItems: 6,
  shortcutLabelLength: 30,
  shortcutQueryLength: 200,
  shortcutIdLength: 80,
  origins: 100,
  originLength: 253,
  textKeyLength: 80,
  texts: 100,
} as const;

export const toggle = (fallback: boolean, description: string) =>
  z
    .boolean({ error: must('rule_switch') })
    .meta({ description })
    .default(fallback);

/** A whole number from `min` to `max`, both included; `500.0` is one too. */
export const whole = (min: number, max: number, fallback: number, description: string) => {
  const error = must('rule_whole_between', { min: min, max: max });
  return z.int({ error }).min(min, { error }).max(max, { error }).meta({ description }).default(fallback);
};

/** A whole number from `min` to `max`, or 0. */
export const wholeOrNone = (min: number, max: number, fallback: number, description: string) => {
  const error = must('rule_whole_or_none', { min: min, max: max });
  return z
    .int({ error })
    .min(0, { error })
    .max(max, { error })
    .refine((number) => number === 0 || number >= min, { error })
    .meta({ description })
    .default(fallback);
};

/** A number from `min` to `max`, both included. */
export const decimal = (min: number, max: number, fallback: number, description: string) => {
  const error = must('rule_between', { min: min, max: max });
  return z.number({ error }).min(min, { error }).max(max, { error }).meta({ description }).default(fallback);
};

/** One of the words. */
export const choice = <const W extends string>(
  words: readonly W[],
  fallback: NoInfer<W>,
  description: string,
) =>
  z
    .literal(words, { error: must('rule_one_of', { words: words.join(', ') }) })
    .meta({ description })
    // A word is never undefined, but the compiler cannot tell that of a type it does not know yet.
    .default(fallback as z.core.util.NoUndefined<W>);

/** A text; `''` is a value and does not become the default. */
export const text = (maxLength: number, fallback: string, description: string) =>
  z
    .string({ error: must('rule_text') })
    .max(maxLength, { error: mustFit(maxLength) })
    .meta({ description })
    .default(fallback);

/** A web or mail address, or a path of the site; `''` for none. */
export const link = (description: string) =>
  z
    .string({ error: must('rule_text') })
    .trim()
    .max(configLimits.textLength, { error: mustFit(configLimits.textLength) })
    .regex(linkPattern, {
      error: must('rule_link'),
    })
    .meta({ description })
    .default('');

/** Texts by key, at most a hundred. */
export const texts = (description: string) =>
  z
    .record(
      z.string().max(configLimits.textKeyLength, { error: mustFit(configLimits.textKeyLength) }),
      z
        .string({ error: must('rule_text') })
        .max(configLimits.textLength, { error: mustFit(configLimits.textLength) }),
      { error: must('rule_text_object') },
    )
    .refine((map) => Object.keys(map).length <= configLimits.texts, {
      error: must('rule_at_most', { count: configLimits.texts, things: 'texts' }),
    })
    .meta({ description })
    .default({});

/** Instructions for a model; `''` for the built-in ones. */
export const prompt = (description: string) => text(configLimits.promptLength, '', description);

/** Name of a model; `''` for the default of its kind. */
export const model = (description: string) => text(configLimits.modelNameLength, '', description);

export const color = (fallback: string, description: string) =>
  z
    .string({ error: must('rule_text') })
    .regex(/^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/, { error: must('rule_color') })
    .meta({ description })
    .default(fallback);

/** A colour, or `''` for that of the chat. */
export const ownColor = (description: string) =>
  z
    .string({ error: must('rule_text') })
    .regex(/^(?:#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}))?$/, { error: must('rule_color_or_empty') })
    .meta({ description })
    .default('');

/** Rules by which paths name a language or a version. */
export const pathRules = (description: string) =>
  z
    .array(PathRule, { error: must('rule_list') })
    .max(pathRuleLimits.rules, {
      error: must('rule_at_most', { count: pathRuleLimits.rules, things: 'rules' }),
    })
    .meta({ description })
    .default([]);

const notOrigin = { error: must('rule_origin') };

/** Origins of pages: `https://example.org`, `https://*.example.org` for all below it, `*` for any. */
export const origins = (description: string) =>
  z
    .array(
      z
        .string(notOrigin)
        .max(configLimits.originLength, notOrigin)
        .regex(originPattern, notOrigin)
        .refine((origin) => originLetters.test(origin), notOrigin)
        .toLowerCase(),
      { error: must('rule_list') },
    )
    .max(configLimits.origins, {
      error: must('rule_at_most', { count: configLimits.origins, things: 'origins' }),
    })
    .meta({ description })
    .default([]);

/*
 * Patterns are published, where flags of JavaScript and look-aheads are lost: both cases are written out, and what generators of other
 * languages cannot read is checked beside the pattern.
 */

const originPattern =
  /^(?:\*|[Hh][Tt][Tt][Pp][Ss]?:\/\/(?:\*\.)?(?:[^\s!-,./:-@[-^\x60{-~]+(?:\.[^\s!-,./:-@[-^\x60{-~]+)*|\[[0-9A-Fa-f:]+\])(?::\d{1,5})?)$/;
/** Beside what ASCII allows, names consist of letters and digits. */
const originLetters = /^[\x21-\x7e\p{L}\p{N}]*$/u;

const linkPattern =
  /^(?:|[Hh][Tt][Tt][Pp][Ss]?:\/\/\S+|[Mm][Aa][Ii][Ll][Tt][Oo]:\S+|[Tt][Ee][Ll]:\S+|\/(?:[^\s/]\S*)?)$/;
