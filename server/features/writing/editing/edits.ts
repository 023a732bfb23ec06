import type { WritingEdit } from '../../../../contract/writing/patch.ts';
import { sentences } from '../../../text/sentences.ts';
import { changeKind } from './change-kind.ts';
import { commonRuns } from './diff.ts';
import { linesOf } from './segments.ts';
import { tokenize } from './tokenize.ts';

/** Granularity of edits: whole sentences, or single words. */
export type Grain = 'sentence' | 'word';

/**
 * Edits from a text to its result. Together they give exactly the result. Each can be applied alone: it ends where a
 * sentence ends in both texts, or, by word, at an unchanged word or after the same number of words.
 */
export function editsBetween(text: string, result: string, grain: Grain): WritingEdit[] {
  return together(changesBetween(text, result), text, result, grain).map((change) => {
    const replacement = result.slice(change.to, change.toEnd);
    const reason = changeKind(text.slice(change.start, change.end), replacement);
    return { start: change.start, end: change.end, replacement, reason };
  });
}

/** Applies edits, which must be ascending and disjoint. */
export function applyEdits(text: string, edits: readonly WritingEdit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, replacement } of edits) {
    pieces.push(text.slice(at, start), replacement);
    at = end;
  }
  return pieces.join('') + text.slice(at);
}

/** The range `start` to `end` of the text became `to` to `toEnd` of the result; between changes both are equal. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly to: number;
  readonly toEnd: number;
}

/** Compares by lines, then by words inside differing lines. */
function changesBetween(text: string, result: string): Change[] {
  const [old, fresh] = [placed(linesOf(text)), placed(linesOf(result))];
  return gapsBetween(old, fresh).flatMap((gap) => {
    const [left, right] = [old.slice(gap.a, gap.aEnd), fresh.slice(gap.b, gap.bEnd)];
    // With the same number of lines, lines are compared in pairs.
    if (left.length === right.length)
      return left.flatMap((line, place) => changesOf([line], right.slice(place, place + 1)));
    return changesOf(left, right, { start: gap.at, to: gap.to });
  });
}

interface Placed {
  readonly text: string;
  readonly start: number;
}

function placed(texts: readonly string[]): Placed[] {
  let start = 0;
  return texts.map((text) => {
    const member = { text, start };
    start += text.length;
    return member;
  });
}

function changesOf(
  left: readonly Placed[],
  right: readonly Placed[],
  from = { start: left[0]?.start ?? 0, to: right[0]?.start ?? 0 },
): Change[] {
  const words = (members: readonly Placed[]) => tokenize(members.map(({ text }) => text).join(''));
  const [old, fresh] = [words(left), words(right)];
  return gapsBetween(old, fresh).map((gap) => ({
    start: from.start + gap.at,
    end: from.start + gap.at + lengthOf(old, gap.a, gap.aEnd),
    to: from.to + gap.to,
    toEnd: from.to + gap.to + lengthOf(fresh, gap.b, gap.bEnd),
  }));
}

const lengthOf = (members: readonly Placed[], from: number, to: number) =>
  members.slice(from, to).reduce((sum, { text }) => sum + text.length, 0);

/** Differences between common runs, with their offsets in both texts. */
function gapsBetween(old: readonly Placed[], fresh: readonly Placed[]) {
  const textsOf = (members: readonly Placed[]) => members.map(({ text }) => text);
  const endOf = (members: readonly Placed[]) => {
    const last = members.at(-1);
    return last ? last.start + last.text.length : 0;
  };
  const common = [...commonRuns(textsOf(old), textsOf(fresh)), { a: old.length, b: fresh.length, length: 0 }];
  let [a, b] = [0, 0];
  return common.flatMap((match) => {
    const gap = {
      a,
      aEnd: match.a,
      b,
      bEnd: match.b,
      at: old[a]?.start ?? endOf(old),
      to: fresh[b]?.start ?? endOf(fresh),
    };
    [a, b] = [match.a + match.length, match.b + match.length];
    return gap.a === gap.aEnd && gap.b === gap.bEnd ? [] : [gap];
  });
}

/** Joins changes that only make sense together. */
function together(changes: readonly Change[], text: string, result: string, grain: Grain): Change[] {
  const bySentence = grouped(changes, sentenceEnds(text, result));
  if (grain === 'sentence') return bySentence.map(whole);
  const isSwap = ({ start, end, to, toEnd }: Change) =>
    wordCount(text.slice(start, end)) === wordCount(result.slice(to, toEnd));
  const standApart = (change: Change, next: Change) => {
    const between = text.slice(change.end, next.start);
    return HAS_WORD.test(between) || (between !== '' && isSwap(change) && isSwap(next));
  };
  return bySentence.flatMap((group) => {
    const touchesPair = (change: Change) =>
      PAIRED.test(text.slice(change.start, change.end) + result.slice(change.to, change.toEnd));
    const first = group.findIndex(touchesPair);
    const last = group.findLastIndex(touchesPair);
    const place = new Map(group.map((change, index) => [change, index]));
    const insidePair = (change: Change) => {
      const index = place.get(change) ?? 0;
      return index >= first && index < last;
    };
    return grouped(group, (change, next) => !insidePair(change) && standApart(change, next)).map(whole);
  });
}

const HAS_WORD = /[\p{L}\p{N}]/u;
const wordCount = (text: string) => tokenize(text).filter((word) => HAS_WORD.test(word.text)).length;

/** Quotation marks and brackets change in pairs; apostrophes do not. */
const PAIRED = /["“”「」『』()（）[\]【】《》〈〉]|(?<!\p{L})['‘’]|['‘’](?!\p{L})/u;

type MayCut = (change: Change, next: Change) => boolean;

function grouped(changes: readonly Change[], mayCut: MayCut): Change[][] {
  const groups: Change[][] = [];
  for (const change of changes) {
    const last = groups.at(-1)?.at(-1);
    if (last && !mayCut(last, change)) groups.at(-1)?.push(change);
    else groups.push([change]);
  }
  return groups;
}

const whole = (group: readonly Change[]): Change => {
  const [first, last] = [group[0], group.at(-1)];
  return {
    start: first?.start ?? 0,
    end: last?.end ?? 0,
    to: first?.to ?? 0,
    toEnd: last?.toEnd ?? 0,
  };
};

/** True when a sentence ends in both texts within the unchanged part between two changes. */
function sentenceEnds(text: string, result: string): MayCut {
  const ends = sentences(text).map(({ end }) => end);
  const endsOfResult = new Set(sentences(result).map(({ end }) => end));
  let place = 0;
  return (change, next) => {
    while ((ends[place] ?? Infinity) < change.end) place++;
    for (let here = place; (ends[here] ?? Infinity) <= next.start; here++) {
      if (endsOfResult.has((ends[here] ?? 0) - change.end + change.toEnd)) return true;
    }
    return false;
  };
}
