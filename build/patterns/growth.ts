import { hostileTexts, type HostileText } from './hostile-texts.ts';
import { parsePattern, type Part } from './pattern.ts';
import { countSteps } from './steps.ts';

/** A text on which the steps of a pattern grow faster than its length. */
export interface Growth {
  readonly text: HostileText;
  /** How many times more steps a text of four times the length takes: 4 where they grow as the text does, 16 for its square. */
  readonly times: number;
}

/** Finds a text on which a pattern takes more steps than in proportion to its length; `undefined` when none was found. */
export function growthOf(source: string, flags: string): Growth | undefined {
  if (!/[*+]|\{\d*,\}/.test(source)) return undefined;
  const pattern = withSmallBounds(parsePattern(source, flags));
  if (!repeatsWithoutEnd(pattern)) return undefined;
  const inUnicode = /[uv]/.test(flags);
  // What an expression of many choices does with any character; the text is too short to grow.
  const usual = countSteps(pattern, '\u0001', inUnicode, mostSteps) / 2;
  for (const text of hostileTexts(pattern)) {
    const { before, repeated, after } = text;
    const count = Math.max(length, leastRepeats * repeated.length) / repeated.length;
    const steps = (factor: number, most: number) =>
      countSteps(pattern, before + repeated.repeat(Math.ceil(count * factor)) + after, inUnicode, most);
    const few = steps(1, mostSteps);
    if (few < (suspicious + 1.3 * usual) * count * repeated.length) continue;
    const times = steps(4, few * 17) / few;
    if (times > tolerated) return { text, times };
  }
  return undefined;
}

/** Characters of the shorter text, and how often its part is repeated at least. */
const length = 160;
const leastRepeats = 48;
/** Steps for each character from which a second, longer text is worth its time. */
const suspicious = 10;
const mostSteps = 1_000_000;
const tolerated = 7;

/** A bound is a bound, whatever its size: small ones stand for all, so that short texts show what grows. */
function withSmallBounds(part: Part): Part {
  switch (part.type) {
    case 'sequence':
      return { ...part, parts: part.parts.map(withSmallBounds) };
    case 'choice':
      return { ...part, options: part.options.map(withSmallBounds) };
    case 'repeat': {
      const max = part.max === Infinity ? part.max : Math.min(part.max, smallBound);
      return { ...part, min: Math.min(part.min, smallBound), max, body: withSmallBounds(part.body) };
    }
    case 'group':
    case 'look':
      return { ...part, body: withSmallBounds(part.body) };
    default:
      return part;
  }
}

const smallBound = 4;

function repeatsWithoutEnd(part: Part): boolean {
  switch (part.type) {
    case 'sequence':
      return part.parts.some(repeatsWithoutEnd);
    case 'choice':
      return part.options.some(repeatsWithoutEnd);
    case 'repeat':
      return part.max === Infinity || repeatsWithoutEnd(part.body);
    case 'group':
    case 'look':
      return repeatsWithoutEnd(part.body);
    default:
      return false;
  }
}
