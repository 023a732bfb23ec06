/** Maximum of alternatives; more are not worth indexing. */
const maxTexts = 32;

/** Alternatives, one of which must occur. */
export type AnyOf = readonly string[];

/**
 * Literals that every match of a pattern contains, in lower case: at least one of each entry. Empty when none can be
 * derived; the pattern must then always be tried. Parses the common regex syntax and gives up on the rest.
 */
export function requiredLiterals(pattern: string): readonly AnyOf[] {
  const reader: Reader = { pattern, at: 0 };
  try {
    const texts = alternatives(reader);
    return reader.at === pattern.length ? texts : [];
  } catch (error) {
    if (error instanceof UnsupportedSyntax) return [];
    throw error;
  }
}

interface Reader {
  readonly pattern: string;
  at: number;
}

type Required = readonly AnyOf[];

class UnsupportedSyntax extends Error {}

/**
 * A single branch passes its requirements on; of several branches, the best entry of each is joined, if each has one.
 */
function alternatives(reader: Reader): Required {
  const branches = [sequence(reader)];
  while (next(reader) === '|') {
    reader.at += 1;
    branches.push(sequence(reader));
  }
  const [only] = branches;
  if (branches.length === 1 && only) return only;
  const texts: string[] = [];
  for (const branch of branches) {
    const best = longest(branch);
    if (!best) return [];
    texts.push(...best);
  }
  return texts.length <= maxTexts ? [texts] : [];
}

/** Runs of literal characters, and the requirements of groups between them. */
function sequence(reader: Reader): Required {
  const required: AnyOf[] = [];
  let literal = '';
  const endLiteral = () => {
    if (literal !== '') required.push([literal]);
    literal = '';
  };
  for (
    let character = next(reader);
    character !== '' && character !== '|' && character !== ')';
    character = next(reader)
  ) {
    const atom = readAtom(reader);
    const times = readTimes(reader);
    if (typeof atom === 'string') {
      if (times.least > 0) literal += atom;
      if (!times.once) endLiteral();
      continue;
    }
    endLiteral();
    if (times.least > 0) required.push(...atom);
  }
  endLiteral();
  return required;
}

const longest = (required: Required): AnyOf | undefined =>
  required.reduce<AnyOf | undefined>(
    (best, texts) => (best && shortest(best) >= shortest(texts) ? best : texts),
    undefined,
  );
const shortest = (texts: AnyOf) => Math.min(...texts.map((text) => text.length));
const next = ({ pattern, at }: Reader) => pattern.charAt(at);

/** A literal character, or the requirements of a group, class or assertion. */
function readAtom(reader: Reader): string | Required {
  const character = next(reader);
  reader.at += 1;
  if (character === '(') return readGroup(reader);
  if (character === '[') return readClass(reader);
  if (character === '\\') return readEscape(reader);
  if ('.^$'.includes(character)) return [];
  if ('*+?{'.includes(character)) throw new UnsupportedSyntax();
  return plain(character);
}

/** Only characters with simple case folding; others and surrogates are left to the regex engine. */
const plain = (character: string) =>
  /[ -~]/.test(character) ||
  (character.toLowerCase() === character.toUpperCase() && !/[\ud800-\udfff]/.test(character))
    ? character.toLowerCase()
    : [];

function readGroup(reader: Reader) {
  const opening = /^\?(?:P?<[A-Za-z_]\w*>|:)/.exec(reader.pattern.slice(reader.at));
  if (opening) reader.at += opening[0].length;
  else if (next(reader) === '?') throw new UnsupportedSyntax();
  const texts = alternatives(reader);
  if (next(reader) !== ')') throw new UnsupportedSyntax();
  reader.at += 1;
  return texts;
}

function readClass(reader: Reader) {
  const rest = /^\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]/s.exec(reader.pattern.slice(reader.at));
  if (!rest) throw new UnsupportedSyntax();
  reader.at += rest[0].length;
  return [];
}

function readEscape(reader: Reader) {
  const character = next(reader);
  reader.at += 1;
  if (/[^\w]/.test(character)) return plain(character);
  if (/[dDwWsSbBAznrtfva]/.test(character)) return [];
  throw new UnsupportedSyntax();
}

/** Minimum number of repetitions of the preceding atom, and whether it can occur just once. */
function readTimes(reader: Reader): { readonly least: number; readonly once: boolean } {
  const times = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(reader.pattern.slice(reader.at));
  if (!times) return { least: 1, once: true };
  reader.at += times[0].length;
  const [character, least] = times;
  if (least !== undefined) return { least: Number(least), once: false };
  return { least: character.startsWith('+') ? 1 : 0, once: false };
}
