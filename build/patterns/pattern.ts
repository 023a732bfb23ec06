/** A part of a regular expression. A `char` is whatever matches one character: a letter, a class, an escape, the dot. */
export type Part =
  | { readonly type: 'char'; readonly source: string; readonly matches: (character: string) => boolean }
  | { readonly type: 'edge'; readonly edge: '^' | '$' | 'b' | 'B'; readonly multiline: boolean }
  | { readonly type: 'choice'; readonly options: readonly Part[] }
  | { readonly type: 'sequence'; readonly parts: readonly Part[] }
  | { readonly type: 'group'; readonly number: number; readonly body: Part }
  | {
      readonly type: 'reference';
      readonly group: number | string;
      readonly numbers: ReadonlyMap<string, number>;
    }
  | { readonly type: 'look'; readonly behind: boolean; readonly negative: boolean; readonly body: Part }
  | {
      readonly type: 'repeat';
      readonly min: number;
      readonly max: number;
      readonly lazy: boolean;
      readonly body: Part;
    };

/** Reads a regular expression of JavaScript, which is known to be valid. */
export function parsePattern(source: string, flags: string): Part {
  const names = new Map<string, number>();
  let groups = 0;
  let at = 0;
  const inUnicode = /[uv]/.test(flags);

  const choice = (mode: string): Part => {
    const options = [sequence(mode)];
    while (source[at] === '|') {
      at++;
      options.push(sequence(mode));
    }
    return options.length === 1 && options[0] ? options[0] : { type: 'choice', options };
  };

  const sequence = (mode: string): Part => {
    const parts: Part[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(quantified(atom(mode)));
    return { type: 'sequence', parts };
  };

  const quantified = (body: Part): Part => {
    const found = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/.exec(source.slice(at, at + 30));
    if (!found) return body;
    at += found[0].length;
    const [, sign, least = '0', comma, most = ''] = found;
    const min = sign === '+' ? 1 : sign === undefined ? Number(least) : 0;
    const max =
      sign === '?'
        ? 1
        : sign !== undefined
          ? Infinity
          : comma === ''
            ? min
            : most === ''
              ? Infinity
              : Number(most);
    return { type: 'repeat', min, max, lazy: found[5] === '?', body };
  };

  const atom = (mode: string): Part => {
    const sign = source.charAt(at);
    if (sign === '(') return parenthesis(mode);
    if (sign === '^' || sign === '$') {
      at++;
      return { type: 'edge', edge: sign, multiline: mode.includes('m') };
    }
    const rest = source.slice(at);
    const edge = /^\\([bB])/.exec(rest)?.[1];
    if (edge === 'b' || edge === 'B') {
      at += 2;
      return { type: 'edge', edge, multiline: false };
    }
    const reference = /^\\(?:([1-9]\d*)|k<([^>]+)>)/.exec(rest);
    if (reference) {
      at += reference[0].length;
      return { type: 'reference', group: reference[2] ?? Number(reference[1]), numbers: names };
    }
    return character(
      mode,
      sign === '[' ? classLength(rest, mode.includes('v')) : characterLength(rest, inUnicode),
    );
  };

  const character = (mode: string, length: number): Part => {
    const text = source.slice(at, at + length);
    at += length;
    const pattern = new RegExp(`^(?:${text})$`, mode.replace(/[gymd]/g, ''));
    const known = new Map<string, boolean>();
    const matches = (one: string) => {
      const before = known.get(one);
      if (before !== undefined) return before;
      const now = pattern.test(one);
      known.set(one, now);
      return now;
    };
    return { type: 'char', source: text, matches };
  };

  const parenthesis = (mode: string): Part => {
    const opening = /^\((?:\?(?:(<?[=!])|<([^>]+)>|([a-z]*)(?:-([a-z]+))?:))?/.exec(source.slice(at));
    const [whole = '(', look, name, on, off = ''] = opening ?? [];
    at += whole.length;
    const number = look === undefined && on === undefined ? ++groups : 0;
    if (name !== undefined) names.set(name, number);
    const changed =
      on === undefined
        ? mode
        : Array.from(mode)
            .filter((flag) => !off.includes(flag))
            .join('') + on;
    const body = choice(changed);
    at++;
    if (look !== undefined)
      return { type: 'look', behind: look.startsWith('<'), negative: look.endsWith('!'), body };
    return number > 0 ? { type: 'group', number, body } : body;
  };

  return choice(flags);
}

/** Length of the class with which a source begins; with the flag v classes hold classes. */
function classLength(source: string, nests: boolean): number {
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === '[') depth = nests ? depth + 1 : 1;
    else if (source[at] === ']' && --depth === 0) return at + 1;
  }
  return source.length;
}

const characterLength = (source: string, inUnicode: boolean): number =>
  /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}(?:\\u[dD][c-fC-F][\da-fA-F]{2})?|x[\da-fA-F]{2}|c[a-zA-Z]|[^])/.exec(
    source,
  )?.[0].length ?? (inUnicode ? String.fromCodePoint(source.codePointAt(0) ?? 0).length : 1);
