import { chineseValue, digitOf, placeOf, round } from './chinese-numerals.ts';
import { continuesNumber, sumOf } from './number-words.ts';
import type { Sign, Tokens } from './tokens.ts';

/** A number in a text, with its unit if it has one. */
export interface Quantity {
  readonly value: number | string;
  readonly unit: string | undefined;
  /** `least` for "at least 3", `most` for "up to 3". */
  readonly bound: 'least' | 'most' | undefined;
  readonly clause: number;
  readonly start: number;
  readonly end: number;
  /** True for a "one" that is probably an article: 一个, one of them. */
  readonly isWeak: boolean;
}

interface Found {
  value: number | string;
  unit: string | undefined;
  start: number;
  end: number;
  isWeak: boolean;
}

/** Units of one kind by their size, so that half an hour is 30 minutes and three quarters are 75 per cent. */
const measures: Readonly<Record<string, readonly [kind: string, size: number]>> = {
  ms: ['time', 1 / 60_000],
  second: ['time', 1 / 60],
  minute: ['time', 1],
  hour: ['time', 60],
  day: ['time', 1440],
  week: ['time', 10_080],
  g: ['mass', 1],
  kg: ['mass', 1000],
  jin: ['mass', 500],
  liang: ['mass', 50],
  mm: ['length', 1],
  cm: ['length', 10],
  m: ['length', 1000],
  km: ['length', 1_000_000],
  ml: ['volume', 1],
  l: ['volume', 1000],
  byte: ['size', 1],
  kb: ['size', 1024],
  mb: ['size', 1024 ** 2],
  gb: ['size', 1024 ** 3],
  percent: ['share', 0.01],
};

/** The quantities of a text in order: digits, words, Chinese numerals, fractions, dates and ranges. */
export function quantitiesOf(text: Tokens): Quantity[] {
  const found = [...digitsIn(text), ...chineseIn(text), ...wordsIn(text)].toSorted(
    (one, other) => one.start - other.start || other.end - one.end,
  );
  const merged = scaled(text, withoutOverlaps(found));
  shareUnits(text.folded, merged);
  return merged.map(({ value, unit, start, end, isWeak }) => ({
    ...measured(value, unit),
    start,
    end,
    clause: clauseAt(text, start),
    bound: boundAt(text, start, end),
    isWeak,
  }));
}

/** A day of the month is not a duration. */
function measured(value: number | string, unit: string | undefined): Pick<Quantity, 'value' | 'unit'> {
  const measure = unit === undefined ? undefined : measures[unit];
  if (typeof value !== 'number' || measure === undefined) return { value, unit };
  const [kind, size] = measure;
  return { value: round(value * size), unit: kind };
}

/** `2024-05-01` and `2024/5/1`; versions and times of day stay whole. */
const NUMBER =
  /(?<![\w.])[-−]?(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)|(?<![\p{L}\d_])\d+(?:[.,:]\d+)*(?:(?:st|nd|rd|th)\b)?|(?<=[\p{sc=Han}\p{L}])\d+(?:[.,:]\d+)*/gu;

function* digitsIn(text: Tokens): Generator<Found> {
  for (const match of text.folded.matchAll(NUMBER)) {
    const [whole, year, month, day] = match;
    const start = match.index;
    const end = start + whole.length;
    if (year !== undefined && month !== undefined && day !== undefined) {
      yield { value: Number(year), unit: 'year', start, end: start + 4, isWeak: false };
      yield { value: Number(month), unit: 'month', start: start + 5, end: start + 6, isWeak: false };
      yield { value: Number(day), unit: 'date', start: start + 7, end, isWeak: false };
      continue;
    }
    if (isListNumber(text.folded, start, end)) continue;
    const value = valueOf(whole);
    const unit = unitAt(text, start, end) ?? (isYear(value) ? 'year' : undefined);
    yield { value, unit, start, end, isWeak: false };
  }
}

const isYear = (value: number | string) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1000 && value <= 2199;

/** The number that begins an item of a list. */
const isListNumber = (text: string, start: number, end: number): boolean =>
  /(?:^|\n)[^\S\n]*(?:[-*]\s*)?$/.test(text.slice(Math.max(0, start - 6), start)) &&
  /^[.)、]\s/.test(text.slice(end, end + 2));

/** `1,000` and `3.5` as numbers; `1.2.3` and `10:30` unchanged. */
function valueOf(said: string): number | string {
  const plain = said.replace(/(?:st|nd|rd|th)$/, '').replace(/,(?=\d{3}(?!\d))/g, '');
  const decimal = /^\d+,\d+$/.test(plain) ? plain.replace(',', '.') : plain;
  return /^\d+(?:\.\d+)?$/.test(decimal) ? Number(decimal) : decimal;
}

/** The unit right behind a number, or a currency before it. */
function unitAt({ folded, signs, tokens }: Tokens, start: number, end: number): string | undefined {
  const after = folded.slice(end, end + 4);
  const symbol = /^\s?(%|℃|°c?|\$|€|£)/.exec(after)?.[1];
  const leading = /[$€£]\s?$/.exec(folded.slice(Math.max(0, start - 2), start))?.[0].trim();
  const bySymbol = SYMBOLS[symbol ?? ''] ?? SYMBOLS[leading ?? ''];
  if (bySymbol) return bySymbol;
  if (folded.slice(Math.max(0, start - 3), start).endsWith('百分之')) return 'percent';
  const next = signs.find(
    (sign) => sign.start >= end && sign.start <= end + 2 && /^[\s个-]*$/.test(folded.slice(end, sign.start)),
  );
  const isDate =
    next?.meanings.unit === 'day' && /[月号]\s*$|月$/.test(folded.slice(Math.max(0, start - 2), start));
  if (next?.meanings.unit) return isDate || folded.charAt(next.start) === '号' ? 'date' : next.meanings.unit;
  if (next?.meanings.month) return 'date';
  const before = signs.find((sign) => sign.end <= start && start - sign.end <= 2 && sign.meanings.month);
  if (before && Number(folded.slice(start, end).replace(/(?<!\D)\D+$/, '')) <= 31) return 'date';
  const word = tokens.find((token) => token.start >= end && token.start - end <= 1);
  return word &&
    !word.isDense &&
    word.isContent &&
    /^\s?$/.test(folded.slice(end, word.start)) &&
    /^\p{L}/u.test(word.word)
    ? `=${word.term}`
    : undefined;
}

const SYMBOLS: Readonly<Record<string, string>> = {
  '%': 'percent',
  '℃': 'degree',
  '°': 'degree',
  '°c': 'degree',
  $: 'usd',
  '€': 'eur',
  '£': 'gbp',
};

const CHINESE =
  /(百分之|第)?([零〇一二两三四五六七八九十百千万亿半]+)(?:分之([一二两三四五六七八九十百]+))?(?:点([零〇一二三四五六七八九]+))?/g;

function* chineseIn(text: Tokens): Generator<Found> {
  for (const match of text.folded.matchAll(CHINESE)) {
    const [whole, before, numeral = '', over, decimals] = match;
    const start = match.index;
    const end = start + whole.length;
    const isAfterDigits = /\d$/.test(text.folded.charAt(start - 1));
    if (isAfterDigits) continue;
    const unit = before === '百分之' ? 'percent' : before === '第' ? 'order' : unitAt(text, start, end);
    // 三四斤 are three or four, 四五十 forty or fifty.
    const either = /^([一二两三四五六七八九])([二三四五六七八九])([十百千万]?)$/.exec(numeral);
    if (either && over === undefined && Math.abs(digitOf(either[1]) - digitOf(either[2])) === 1) {
      const times = placeOf(either[3]);
      yield { value: digitOf(either[1]) * times, unit, start, end: start + 1, isWeak: false };
      yield { value: digitOf(either[2]) * times, unit, start: start + 1, end, isWeak: false };
      continue;
    }
    const half = text.folded.startsWith('个半', end);
    const whole3 = chineseValue(numeral, over, decimals);
    const value = half && whole3 !== undefined ? whole3 + 0.5 : whole3;
    if (half && value !== undefined) {
      yield { value, unit: unitAt(text, start, end + 2), start, end: end + 2, isWeak: false };
      continue;
    }
    const isRange = RANGE_SIGN.test(text.folded.slice(end, end + 2));
    // 千万别 is no number, and neither is the 一 of 一直.
    const isWord = numeral.length === 1 || /^[百千万亿]+$/.test(numeral);
    if (value === undefined || (isWord && unit === undefined && over === undefined && !isRange)) continue;
    // 一个 is mostly an article, and 万 alone an intensifier.
    const isWeak =
      value === 1 && (unit === 'item' || unit === 'times' || unit === 'person' || unit === 'order');
    if (isWeak && unit === 'item') continue;
    yield { value, unit, start, end, isWeak };
  }
}

const RANGE_SIGN = /^(?:到|至|-|~|～)[零一二两三四五六七八九十百\d]/;

/** Numbers in words, and months. */
function* wordsIn(text: Tokens): Generator<Found> {
  for (const { start, end, meanings } of text.signs) {
    if (meanings.month !== undefined) {
      const near =
        /\d\D{0,4}$/.test(text.folded.slice(Math.max(0, start - 6), start)) ||
        /^\D{0,3}\d/.test(text.folded.slice(end, end + 4));
      if (near) yield { value: meanings.month, unit: 'month', start, end, isWeak: false };
    } else if (meanings.number !== undefined) {
      const unit = meanings.unit ?? unitAt(text, start, end);
      yield {
        value: meanings.number,
        unit,
        start,
        end,
        isWeak:
          meanings.number === 1 || unit === undefined || unit.startsWith('=') ? meanings.number <= 1 : false,
      };
    }
  }
}

/** Removes overlaps: the first and longest wins. */
function withoutOverlaps(found: readonly Found[]): Found[] {
  const kept: Found[] = [];
  for (const one of found) if (one.start >= (kept.at(-1)?.end ?? 0)) kept.push({ ...one });
  return kept;
}

const SCALES: Readonly<Record<string, number>> = { 万: 10_000, 亿: 100_000_000, 千: 1000, 百: 100 };

/** Joins the parts of one number: `3 million`, `two hundred and five`, `three quarters`, `3 万`. */
function scaled(text: Tokens, found: readonly Found[]): Found[] {
  const joined: Found[] = [];
  let parts: number[] = [];
  for (const one of found) {
    const last = joined.at(-1);
    const gap = last ? text.folded.slice(last.end, one.start) : '';
    if (
      last &&
      typeof last.value === 'number' &&
      typeof one.value === 'number' &&
      continuesNumber(gap, parts, one.value)
    ) {
      parts.push(one.value);
      last.value = sumOf(parts);
      last.unit = one.unit;
      last.end = one.end;
      continue;
    }
    const place = /^ ?([万亿千百])/.exec(text.folded.slice(one.end, one.end + 2));
    const scale = SCALES[place?.[1] ?? ''];
    // 3 千米 has a unit already.
    if (
      place &&
      one.unit === undefined &&
      scale !== undefined &&
      typeof one.value === 'number' &&
      /\d/.test(text.folded.charAt(one.end - 1))
    ) {
      const end = one.end + place[0].length;
      joined.push({ ...one, value: one.value * scale, end, unit: unitAt(text, one.start, end) });
    } else joined.push(one);
    parts = typeof one.value === 'number' ? [one.value] : [];
  }
  return joined;
}

/** The first number of a range has the unit of the second. */
function shareUnits(folded: string, found: readonly Found[]): void {
  found.forEach((one, index) => {
    const next = found[index + 1];
    if (next && one.unit === undefined && RANGE.test(folded.slice(one.end, next.start))) one.unit = next.unit;
  });
}

const RANGE = /^\s?(?:-|–|—|~|～|to|and|or|bis|à|a|до|至|到|或|和|から|、|,)\s?$/;

const clauseAt = ({ tokens }: Tokens, at: number): number => {
  let clause = 0;
  for (const token of tokens) {
    if (token.start > at) break;
    ({ clause } = token);
  }
  return clause;
};

/** A bound ("at least", "up to") within a few characters before or after the number. */
function boundAt({ folded, signs }: Tokens, start: number, end: number): Quantity['bound'] {
  const near = signs.filter(
    ({ meanings, ...sign }) =>
      (meanings.atLeast || meanings.atMost) &&
      ((sign.end <= start && start - sign.end <= 2) || (sign.start >= end && sign.start - end <= 10)),
  );
  const [nearest] = near.toSorted((one, other) => distance(one, start, end) - distance(other, start, end));
  if (nearest === undefined) return undefined;
  // 不要超过 80 is at most 80.
  const isDenied =
    !nearest.meanings.not &&
    signs.some(
      ({ meanings, end: before }) =>
        meanings.not && /^ ?$/.test(folded.slice(before, nearest.start)) && before <= nearest.start,
    );
  return (nearest.meanings.atLeast === true) === isDenied ? 'most' : 'least';
}

const distance = (sign: Sign, start: number, end: number) =>
  sign.end <= start ? start - sign.end : sign.start - end;
