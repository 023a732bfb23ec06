import type { InlineParser, ParserState } from './inline-parser.ts';

const labels =
  'citation|cite|source|src|passage|article|doc(?:ument)?|ref(?:erence)?|来源|來源|文章|段落|资料|資料|引用|出处|出處|出典';
const digits = '[0-9０-９]{1,2}';
const one = String.raw`\^?(?:(?:${labels})[\s:：_#]*)?(?:${digits}:(?=${digits}†))?${digits}(?:†[^[\]【】［］\n]{0,40})?`;
const several = String.raw`\s*${one}(?:\s*[-–,，、;；]\s*${one})*\s*`;

/** `[1]`, `[1, 2]`, `[1-3]`, `[[1]]`, `【1】`, `［１］`, `[^1]`, `[citation:1]`, `[Source 1]`, `【1†source】`. */
const group = new RegExp(String.raw`^(?:\[\[${several}\]\]|[[【［]${several}[\]】］])`, 'i');
/** The beginning of a group; any text, since a label may follow. */
const openGroup = /^[[【［][^\]】］\n]*$/;
const longestGroup = 60;

/** The marker at the start of a text. */
export const markIn = (text: string): string | undefined => group.exec(text.slice(0, longestGroup))?.[0];

/** True when more text may make a marker of it. */
export const mayBecomeMark = (text: string): boolean => text.length < longestGroup && openGroup.test(text);

/** Most numbers that a range stands for. */
const longestRange = 9;

/** The numbers of a marker; a range stands for all of them. */
export function numbersOf(mark: string): number[] {
  const plain = mark.normalize('NFKC').replace(/†[^,，、;；\]】]*/g, '†');
  const counted = plain.replace(/\d{1,9}:(?=\d{1,9}†)/g, '');
  return [...counted.matchAll(/(\d+)(?:\s*[-–]\D*(\d+))?/g)].flatMap(([, first, last]) => {
    const from = Number(first);
    const length = last === undefined ? 1 : Number(last) - from + 1;
    return length >= 1 && length <= longestRange
      ? Array.from({ length }, (_, step) => from + step)
      : [from, Number(last)];
  });
}

/** A raised number may be a marker behind a word or a sentence, but not behind a unit or in a formula such as `m²`. */
const markPlace = /(?:\p{L}{4}|[.!?。！？”"])$/u;

/** The marker for a raised number; `''` where no article supports what stands before it. */
const raisedMark = ({ before, keepMarks }: ParserState, number: string): string =>
  markPlace.test(before) ? keepMarks([Number(number.normalize('NFKC'))], true) : '';

/** `¹`: a marker where its article says so, otherwise an exponent. */
export const readSuperscript: InlineParser = (place) => {
  const { text, ended } = place;
  const [run = ''] = /^[¹²³⁴-⁹][⁰¹²³⁴-⁹]?/.exec(text) ?? [];
  if (run === '') return undefined;
  if (run.length === text.length && !ended) return 'more';
  const isWord = /^[\p{L}\p{N}]/u.test(text.slice(run.length));
  return { take: run.length, show: (!isWord && raisedMark(place, run)) || run };
};

/** `<sup>1</sup>`, the same. */
export const readSuperscriptTag: InlineParser = (place) => {
  const { text, ended } = place;
  const [tag, number = ''] = /^<sup>\s?\[?(\d{1,2})\]?\s?<\/sup>/i.exec(text) ?? [];
  if (tag === undefined)
    return !ended && /^<sup>\s?\[?\d{0,2}\]?\s?(?:<(?:\/s?u?p?)?)?$/i.test(text) ? 'more' : undefined;
  const mark = raisedMark(place, number);
  return mark === '' ? undefined : { take: tag.length, show: mark };
};
