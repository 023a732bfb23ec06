import type { ParameterFallback } from './retry-policy.ts';
import { answerLimit } from './answer-limit.ts';
import { REASONING_FIELDS } from '../reasoning-parameter.ts';
import { systemRole } from './system-role.ts';
import { listAt } from './json.ts';
import { kindOfTexts } from './kind-of-texts.ts';

/** Drops fields when the error message matches. */
export function without(name: string, fields: readonly string[], refusal: RegExp): ParameterFallback {
  return {
    name,
    value: (body) => {
      const value = fields.filter((field) => body[field] !== undefined).map((field) => [field, body[field]]);
      return value.length === 0 ? undefined : value;
    },
    refusedBy: (reason) => refusal.test(reason),
    apply: ({ fields: sent }) =>
      Object.fromEntries(Object.entries(sent).filter(([field]) => !fields.includes(field))),
  };
}

/** Renames a field when the error message matches. */
function renamed(from: string, to: string, refusal: RegExp): ParameterFallback {
  return {
    name: `${from} as ${to}`,
    value: (body) => (body[from] === undefined ? undefined : true),
    refusedBy: (reason) => refusal.test(reason),
    apply: ({ fields: { [from]: value, ...rest } }) => ({ ...rest, [to]: value }),
  };
}

/** Error messages that name no field. */
const SOME_PARAMETER =
  /\b(un(supported|recognized|known|expected)|extra|invalid|illegal|not (permitted|allowed|supported))\b.{0,60}\b(param(eter)?s?|arguments?|fields?|inputs?|keys?|propert(y|ies))\b|\b(param(eter)?s?|arguments?|fields?|inputs?|properties)\b.{0,60}\b(invalid|illegal|unsupported|not (permitted|allowed|supported|valid))\b|参数/i;

const FORMAT = /response_format|json_object|json[ _]?(?:mode|schema)|structured output|grammar/i;

/** Fallbacks for chat requests, most specific first; the last one drops all optional fields when no field was named. */
export const chatFallbacks: readonly ParameterFallback[] = [
  systemRole,
  answerLimit,
  renamed(
    'max_tokens',
    'max_completion_tokens',
    /max_completion_tokens|max_tokens.{0,60}(unsupported|not supported|unknown|unrecognized)/i,
  ),
  renamed('max_completion_tokens', 'max_tokens', /max_completion_tokens/i),
  without('max_tokens', ['max_tokens', 'max_completion_tokens'], /max_(completion_)?tokens/i),
  without('stream_options', ['stream_options'], /stream_options|include_usage/i),
  // The answer then comes as a whole.
  without(
    'stream',
    ['stream', 'stream_options'],
    /\bstream(?:ing)?\b.{0,80}(?:\bnot\b|n't|unsupported|invalid|disabled)|(?:verified|allowed|permitted|unable) to stream\b|不支持.{0,4}(?:流式|stream)/i,
  ),
  {
    // The same for servers that support JSON objects but no schemas.
    name: 'json_schema',
    value: ({ response_format: format }) =>
      JSON.stringify(format)?.startsWith('{"type":"json_schema"') ? true : undefined,
    refusedBy: (reason) => FORMAT.test(reason) || SOME_PARAMETER.test(reason),
    apply: ({ fields }) => ({ ...fields, response_format: { type: 'json_object' } }),
  },
  without('response_format', ['response_format'], FORMAT),
  without('reasoning', REASONING_FIELDS, /reasoning|thinking|chat_template_kwargs/i),
  without('temperature', ['temperature'], /temperature/i),
  without('stop', ['stop'], /\bstop\b/i),
  without('extras', ['stop', 'stream_options', 'response_format', ...REASONING_FIELDS], SOME_PARAMETER),
];

export const embeddingFallbacks: readonly ParameterFallback[] = [
  kindOfTexts,
  {
    // Batches are halved first, so that one text is left.
    name: 'input as text',
    value: ({ input }) => (Array.isArray(input) && input.length === 1 ? true : undefined),
    refusedBy: (reason) =>
      /\binput\b.{0,60}\bstr(?:ing)?\b(?! ?(?:list|array))|\bstr(?:ing)?\b.{0,60}\binput\b/i.test(reason),
    apply: ({ fields }) => ({ ...fields, input: listAt(fields, 'input')[0] }),
  },
  without('dimensions', ['dimensions'], /dimension|matryoshka/i),
  without('encoding_format', ['encoding_format'], /encoding_format/i),
  without('extras', ['dimensions', 'encoding_format'], SOME_PARAMETER),
];

export const imageFallbacks: readonly ParameterFallback[] = [
  without('response_format', ['response_format'], /response_format/i),
  without('size', ['size'], /\bsize\b|resolution|dimensions/i),
];
