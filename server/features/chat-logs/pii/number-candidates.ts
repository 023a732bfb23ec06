/** A run of digits, with its offsets. */
export interface Group {
  readonly start: number;
  readonly end: number;
}

/** Separators between groups of digits within one number. */
const inside = /^(?: ?-? ?|[./]|\) ?|\)-| ?\(|-\()$/;

/** Chains of digit groups that may contain one or several numbers; a final X belongs to its identity number. */
export function* chainsOf(text: string): Generator<Group[]> {
  let chain: Group[] = [];
  for (const { 0: digits, index } of text.matchAll(/\d+(?:(?<=\d{4})x(?![a-z0-9]))?/gi)) {
    const last = chain.at(-1);
    if (last !== undefined && (index - last.end > 3 || !inside.test(text.slice(last.end, index)))) {
      yield chain;
      chain = [];
    }
    chain.push({ start: index, end: index + digits.length });
  }
  if (chain.length > 0) yield chain;
}

/** Consecutive groups of digits with their context. */
export interface Candidate {
  readonly groups: readonly string[];
  readonly digits: string;
  /** Separators between the groups, in order. */
  readonly parts: readonly string[];
  /** True with a plus sign in front. */
  readonly plus: boolean;
  /** True when more digits are attached, not just separated by a blank. */
  readonly joined: boolean;
  /** True when no group precedes it. */
  readonly leads: boolean;
  /** True when no group precedes or follows it. */
  readonly whole: boolean;
  /** Text just before and after. */
  readonly before: string;
  readonly after: string;
}

/** Minimum and maximum length of personal numbers, and length of the context. */
const minDigits = 7;
const maxDigits = 19;
const contextLength = 28;

/** The first `count` groups of a chain as a candidate; `undefined` when they cannot be a personal number. */
export function candidateOf(
  text: string,
  chain: readonly Group[],
  first: number,
  count: number,
): Candidate | undefined {
  const taken = chain.slice(first, first + count);
  const [from, to] = [taken[0], taken.at(-1)];
  const digitCount = taken.reduce((sum, { start, end }) => sum + end - start, 0);
  if (!from || !to || digitCount < minDigits || digitCount > maxDigits) return undefined;
  const groups = taken.map(({ start, end }) => text.slice(start, end));
  const before = text.slice(Math.max(0, from.start - contextLength), from.start);
  const after = text.slice(to.end, to.end + 3);
  if (isInsideWord(before, after)) return undefined;
  const left = first > 0 ? before.slice(-2) : '';
  const right = first + count < chain.length ? after.slice(0, 2) : '';
  return {
    groups,
    digits: groups.join(''),
    parts: taken.slice(1).map(({ start }, index) => text.slice(taken[index]?.end, start)),
    plus: /(?<![\w+])\+\(?$/.test(before),
    joined: /[-.]/.test(left) || /[-.]/.test(right),
    leads: left === '',
    whole: left === '' && right === '',
    before,
    after,
  };
}

/** True within a name, a longer code, a decimal fraction or an amount of money. */
const isInsideWord = (before: string, after: string): boolean =>
  (/[a-z_]$/i.test(before) && !glued.test(before)) ||
  /^[a-z_]/i.test(after) ||
  /\d\.$/.test(before) ||
  /^\.\d/.test(after) ||
  /[$€£¥￥] ?$/.test(before) ||
  /^ ?(?:[元万亿%€$£]|usd)/i.test(after);

/** Words that may precede a number without a blank, and the letters of a passport number. */
const glued = /(?:tel|phone|mobile|cell|id|call|whatsapp|(?:护照|passport)[^\d\n]{0,10}\b[a-z]{1,2})$/i;
