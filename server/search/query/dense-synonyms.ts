import { scriptRuns } from '../../text/scripts.ts';
import { isStopWord, runWords } from '../../text/text.ts';
import { synonymsOf } from '../../text/synonyms/synonyms.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import { hasTerm } from './has-term.ts';
import { pairsOf } from './parse-query.ts';
import { collectTerms } from './question-terms.ts';
import type { Spelling } from './spelling.ts';
import type { WordKeys } from './word-keys.ts';

/**
 * Replaces the words of scripts without blanks that the site does not know by the closest synonym that it does: 视频 becomes 影片 on a
 * site of Taiwan, and U盘 becomes 随身碟. What `correctSpelling` does for spaced words.
 */
export function replaceDenseWords(
  index: InvertedIndex,
  { text, corrections }: Spelling,
  keys: WordKeys,
): Spelling {
  const isKnown = (word: string) => {
    const pairs = isDense(word) ? pairsOf(word, keys) : collectTerms(word, keys);
    return pairs.length > 0 && pairs.every((pair) => hasTerm(index, pair));
  };
  const found = [...corrections];
  let replaced = '';
  let at = 0;
  for (const { typed, start } of wordsOf(text)) {
    const isOpen = found.length < MAX_REPLACED && typed.length > 1 && !isStopWord(typed) && !isKnown(typed);
    const meant = isOpen ? synonymsOf(typed, keys.language).find(isKnown) : undefined;
    if (meant === undefined) continue;
    found.push({ typed, meant });
    replaced += text.slice(at, start) + meant;
    at = start + typed.length;
  }
  return { text: replaced + text.slice(at), corrections: found };
}

interface Word {
  readonly typed: string;
  readonly start: number;
}

/** The words of scripts without blanks, and terms that begin or end with letters, such as U盘 and B型肝炎. */
function wordsOf(text: string): Word[] {
  const pieces = scriptRuns(text).flatMap((run): Word[] => {
    const parts = run.script === 'dense' ? runWords(run) : [run.text];
    if (parts.join('') !== run.text) return [];
    let start = run.start;
    return parts.map((typed) => ({ typed, start: (start += typed.length) - typed.length }));
  });
  const words: Word[] = [];
  for (let at = 0; at < pieces.length;) {
    const [typed, count] = mixedTermAt(pieces, at);
    const { start = 0 } = pieces[at] ?? {};
    if (count > 1 || isDense(typed)) words.push({ typed, start });
    at += count;
  }
  return words;
}

/** The longest term of letters and characters that begins with a piece, and its number of pieces; otherwise the piece. */
function mixedTermAt(pieces: readonly Word[], at: number): readonly [string, number] {
  const first = pieces[at]?.typed ?? '';
  let best: readonly [string, number] = [first, 1];
  let typed = first;
  for (let next = at + 1; next < Math.min(pieces.length, at + MAX_PIECES); next++) {
    const [before, piece] = [pieces[next - 1], pieces[next]];
    if (!before || !piece || before.start + before.typed.length !== piece.start) break;
    typed += piece.typed;
    if (!isDense(typed) && synonymsOf(typed).length > 0) best = [typed, next - at + 1];
  }
  return best;
}

const isDense = (word: string): boolean => scriptRuns(word).every(({ script }) => script === 'dense');

/** Most pieces of a term of letters and characters: SQL注入攻击 has three. */
const MAX_PIECES = 5;

/** More unknown words than this mean another language. */
const MAX_REPLACED = 4;
