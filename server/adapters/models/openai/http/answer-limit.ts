import type { Body } from './encode-body.ts';
import type { ParameterFallback } from './retry-policy.ts';

const FIELDS = ['max_tokens', 'max_completion_tokens'];

/** Below this limit the field is omitted instead. */
const SMALLEST = 16;

/** Lowers an output limit that is too high for the model to the value in its error message, else to a quarter. */
export const answerLimit: ParameterFallback = {
  name: 'max_tokens',
  value: limitOf,
  refusedBy: (reason, fields) =>
    NAMED.test(reason) && TOO_LARGE.test(reason) && lowered(reason, limitOf(fields) ?? 0) !== 'hopeless',
  apply: ({ fields }, reason) => {
    const less = lowered(reason, limitOf(fields) ?? 0);
    return Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) =>
        FIELDS.includes(name) ? (typeof less === 'number' ? [[name, less]] : []) : [[name, value]],
      ),
    );
  },
};

function limitOf(fields: Body['fields']): number | undefined {
  return FIELDS.map((name) => fields[name]).find((value) => typeof value === 'number');
}

const NAMED =
  /max_?(?:completion_?|output_?|new_?)?tokens|max(?:imum)? (?:completion|output|new) tokens|completion tokens|maximum context (?:length|window|size)/i;
const TOO_LARGE =
  /too (?:large|big|high|many|long)|exceed|at most|maximum|larger|greater|less than|range|between|up to|≤|<=|>|上限|范围|超过|超出|不能大于|最大/i;

/** The highest limit that the error message allows; `hopeless` when the prompt alone fills the context window. */
function lowered(reason: string, current: number): number | 'none' | 'hopeless' {
  const plain = reason.replace(/(\d),(?=\d{3}\b)/g, '$1');
  const window = numberIn(/context (?:length|window|size)[^\d]{0,20}(\d{1,9})/i, plain);
  const asked = numberIn(ASKED, plain);
  if (window !== undefined && asked !== undefined) {
    const room = window - asked;
    // Rounded down to a power of two, so that a slightly longer prompt fits at once.
    return room < SMALLEST ? 'hopeless' : Math.min(2 ** Math.floor(Math.log2(room)), less(current));
  }
  const named = [...plain.matchAll(/(?<![\w.-])\d{1,9}(?![\w-])/g)]
    .map(([digits]) => Number(digits))
    .filter((number) => number >= SMALLEST && number < current);
  const next = named.length > 0 ? Math.max(...named) : Math.floor(current / 4);
  return next < SMALLEST ? 'none' : next;
}

/** Matches the length of the prompt in an error message. */
const ASKED =
  /(\d{1,9}) (?:input tokens|prompt tokens|tokens? (?:of|from|in) the (?:input|prompt|messages)|in (?:the|your) (?:messages|prompt|input))/i;

const numberIn = (pattern: RegExp, text: string): number | undefined => {
  const digits = pattern.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

const less = (current: number): number => Math.max(SMALLEST, current - 1);
