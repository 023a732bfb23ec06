import type { Part } from './pattern.ts';

type Continue = (at: number) => boolean;
type Matcher = (at: number, go: Continue) => boolean;

class TooMany extends Error {}

/**
 * Counts the steps that a backtracking matcher takes to find every match of a pattern in a text: a step is a comparison with a
 * character. Stops at `most`. The count depends on nothing but its input.
 */
export function countSteps(pattern: Part, text: string, inUnicode: boolean, most: number): number {
  const characters = inUnicode ? Array.from(text) : text.split('');
  let steps = 0;
  const captured = new Map<number, readonly [number, number]>();
  const step = () => {
    if (++steps > most) throw new TooMany();
  };

  const matcher = (part: Part, back: boolean): Matcher => {
    switch (part.type) {
      case 'char':
        return (at, go) => {
          step();
          const one = characters[back ? at - 1 : at];
          return one !== undefined && part.matches(one) && go(back ? at - 1 : at + 1);
        };
      case 'edge':
        return (at, go) => {
          step();
          return isAtEdge(characters, part, at) && go(at);
        };
      case 'sequence': {
        const all = (back ? part.parts.toReversed() : part.parts).map((one) => matcher(one, back));
        return all.reduceRight<Matcher>(
          (rest, one) => (at, go) => one(at, (next) => rest(next, go)),
          (at, go) => go(at),
        );
      }
      case 'choice': {
        const all = part.options.map((one) => matcher(one, back));
        return (at, go) => all.some((one) => one(at, go));
      }
      case 'group': {
        const body = matcher(part.body, back);
        return (at, go) =>
          body(at, (next) => {
            const before = captured.get(part.number);
            captured.set(part.number, [Math.min(at, next), Math.max(at, next)]);
            if (go(next)) return true;
            if (before) captured.set(part.number, before);
            else captured.delete(part.number);
            return false;
          });
      }
      case 'reference':
        return (at, go) => {
          const number = typeof part.group === 'number' ? part.group : (part.numbers.get(part.group) ?? 0);
          const [start, end] = captured.get(number) ?? [0, 0];
          for (let n = 0; n < end - start; n++) {
            step();
            if (characters[start + n] !== characters[(back ? at - (end - start) : at) + n]) return false;
          }
          return go(back ? at - (end - start) : at + (end - start));
        };
      case 'look': {
        const body = matcher(part.body, part.behind);
        return (at, go) => body(at, () => true) !== part.negative && go(at);
      }
      case 'repeat':
        return part.body.type === 'char' ? run(part.body, part, back) : repeat(part, back);
    }
  };

  const run = (
    { matches }: Extract<Part, { type: 'char' }>,
    { min, max, lazy }: Extract<Part, { type: 'repeat' }>,
    back: boolean,
  ): Matcher => {
    const to = (at: number, count: number) => (back ? at - count : at + count);
    const fits = (at: number, count: number) => {
      step();
      const one = characters[back ? at - count - 1 : at + count];
      return one !== undefined && matches(one);
    };
    return (at, go) => {
      let count = 0;
      if (lazy) {
        while (count < min && fits(at, count)) count++;
        if (count < min) return false;
        for (;;) {
          if (go(to(at, count))) return true;
          if (count >= max || !fits(at, count)) return false;
          count++;
        }
      }
      while (count < max && fits(at, count)) count++;
      for (; count >= min; count--) {
        step();
        if (go(to(at, count))) return true;
      }
      return false;
    };
  };

  const repeat = ({ body, min, max, lazy }: Extract<Part, { type: 'repeat' }>, back: boolean): Matcher => {
    const one = matcher(body, back);
    const from = (at: number, count: number, go: Continue): boolean => {
      step();
      const more = () =>
        count < max && one(at, (next) => (next !== at || count < min) && from(next, count + 1, go));
      if (count < min) return more();
      return lazy ? go(at) || more() : more() || go(at);
    };
    return (at, go) => from(at, 0, go);
  };

  const find = matcher(pattern, false);
  try {
    for (let start = 0; start <= characters.length;) {
      let end = -1;
      captured.clear();
      find(start, (at) => {
        end = at;
        return true;
      });
      start = Math.max(end, start + 1);
    }
  } catch (error) {
    if (!(error instanceof TooMany)) throw error;
  }
  return steps;
}

function isAtEdge(
  characters: readonly string[],
  { edge, multiline }: Extract<Part, { type: 'edge' }>,
  at: number,
): boolean {
  const before = characters[at - 1];
  const after = characters[at];
  switch (edge) {
    case '^':
      return before === undefined || (multiline && /[\n\r\u2028\u2029]/.test(before));
    case '$':
      return after === undefined || (multiline && /[\n\r\u2028\u2029]/.test(after));
    default:
      return (/\w/.test(before ?? '') !== /\w/.test(after ?? '')) === (edge === 'b');
  }
}
