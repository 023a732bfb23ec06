import type { Part } from './pattern.ts';

/** A text that may take a pattern long: a beginning, a part that is repeated, an end. */
export interface HostileText {
  readonly before: string;
  readonly repeated: string;
  readonly after: string;
}

/** Characters of every kind; the last three are blanks that are easily forgotten, of which one is invisible. */
const everyday = Array.from(' \n\taA1.-/<>()[]{}"\'`|灯。、é_:,*#@+=\\!~&;%$^?\r😀\u3000\u00A0\u2028\uFEFF');

/** Matched by no class that names what it matches. */
const strange = '\u0001';

/**
 * Texts made of what a pattern itself matches, in which one part is repeated: each of its characters, pairs of them, and each part of the
 * pattern that may be repeated, also behind the beginning that leads to it.
 */
export function* hostileTexts(pattern: Part): Generator<HostileText> {
  const read = readPattern(pattern, sharedBy(pattern));
  const singles = [...new Set([...read.characters, ...everyday])];
  const own = [...read.characters].slice(0, mostOwn);
  const pairs = own.flatMap((one) => own.filter((other) => other !== one).map((other) => one + other));
  const ends = ['', strange, ...[...read.misses].slice(0, mostEnds)];
  for (const repeated of new Set([...singles, ...pairs, ...read.bodies]))
    for (const after of ends) yield { before: '', repeated, after };
  for (const { before, bodies } of read.repeats.slice(0, mostRepeats))
    for (const repeated of new Set([...bodies, ...own]))
      for (const after of before === '' ? [] : ends) yield { before, repeated, after };
}

const mostOwn = 10;
const mostEnds = 4;
const mostRepeats = 8;

interface Reading {
  /** Characters that parts of the pattern match. */
  readonly characters: Set<string>;
  /** Everyday characters that a repeated part does not match. */
  readonly misses: Set<string>;
  /** Words that repeated parts match. */
  readonly bodies: Set<string>;
  readonly repeats: { readonly before: string; readonly bodies: readonly string[] }[];
}

/** Characters that several parts of a pattern match, which it may try in every combination. */
function sharedBy(pattern: Part): readonly string[] {
  const chars = new Map(charsOf(pattern).map((char) => [char.source, char]));
  const named = new Set([...chars.keys()].flatMap(namedIn));
  return [...named, ...everyday]
    .filter((one) => [...chars.values()].filter((char) => char.matches(one)).length > 1)
    .slice(0, mostOwn);
}

function charsOf(part: Part): readonly Char[] {
  switch (part.type) {
    case 'char':
      return [part];
    case 'sequence':
      return part.parts.flatMap(charsOf);
    case 'choice':
      return part.options.flatMap(charsOf);
    case 'repeat':
    case 'group':
    case 'look':
      return charsOf(part.body);
    default:
      return [];
  }
}

type Char = Extract<Part, { type: 'char' }>;

function readPattern(pattern: Part, shared: readonly string[]): Reading {
  const reading: Reading = { characters: new Set(shared), misses: new Set(), bodies: new Set(), repeats: [] };
  /** Notes what stands in a part; returns a word that it matches. */
  const read = (part: Part, before: string): string => {
    switch (part.type) {
      case 'char': {
        const samples = samplesOf(part);
        for (const sample of samples) reading.characters.add(sample);
        return samples[0] ?? '';
      }
      case 'sequence':
        return part.parts.reduce((word, one) => word + read(one, before + word), '');
      case 'choice': {
        const words = part.options.map((one) => read(one, before));
        for (const word of words.slice(0, mostOwn)) if (word !== '') reading.bodies.add(word);
        return words[0] ?? '';
      }
      case 'repeat': {
        const word = read(part.body, before);
        if (part.max === Infinity) {
          const missed =
            part.body.type === 'char' ? everyday.filter((one) => !matchesOne(part.body, one)) : [];
          for (const one of missed.slice(0, 2)) reading.misses.add(one);
          if (word !== '') reading.bodies.add(word);
          reading.repeats.push({ before, bodies: word === '' ? [] : [word] });
        }
        return word.repeat(Math.min(Math.max(part.min, 1), 8));
      }
      case 'group':
        return read(part.body, before);
      case 'look': {
        const word = read(part.body, before);
        return part.negative || part.behind ? '' : word && '';
      }
      default:
        return '';
    }
  };
  const whole = read(pattern, '');
  if (whole !== '') reading.bodies.add(whole);
  return reading;
}

const matchesOne = (part: Part, one: string): boolean => part.type === 'char' && part.matches(one);

/** Up to three characters that a part matches: those that it names first. */
const samplesOf = (part: Char): readonly string[] =>
  [...new Set([...namedIn(part.source).slice(0, 4), ...everyday])]
    .filter((one) => part.matches(one))
    .slice(0, 3);

/** The characters that a part names, by themselves or by their numbers. */
const namedIn = (source: string): readonly string[] =>
  Array.from(
    source
      .replace(/^\[\^?|\]$|\\[pP]\{[^}]*\}/gu, '')
      .replace(
        /\\u\{([\da-f]+)\}|\\u([\da-f]{4})|\\x([\da-f]{2})/giu,
        (_, ...numbers: (string | undefined)[]) =>
          String.fromCodePoint(Number.parseInt(numbers.find((one) => one !== undefined) ?? '', 16)),
      )
      .replace(/\\./gu, ''),
  );
