import { createHash } from 'node:crypto';
import process from 'node:process';
import { guessLanguage } from '../../../../text/language.ts';
import { foldText, plainWord } from '../../../../text/text.ts';
import { analyze, spacedKeys } from './analyze.ts';
import { countingNorm } from './character-ngrams.ts';
import { createTermFrequencies } from './term-frequencies.ts';

/**
 * Tells how this program reads texts: an index that was saved under another fingerprint may hold other terms than
 * this program would ask for. Made from what is read of a sample in several scripts.
 */
export function analysisFingerprint(): string {
  const bag = createTermFrequencies();
  const words: string[] = [];
  analyze(SAMPLE, 3, bag, (word) => {
    words.push(plainWord(word));
    return { keys: spacedKeys(word) };
  });
  const hash = createHash('sha256');
  for (const numbers of [bag.highs, bag.lows, bag.counts]) hash.update(numbers.subarray(0, bag.size));
  const rest = [words, foldText(SAMPLE), guessLanguage(SAMPLE), countingNorm(7), process.versions.unicode];
  return hash.update(JSON.stringify(rest)).digest('hex').slice(0, 32);
}

const SAMPLE =
  'Running the containers’ BACKUPS daily isn’t enough: naïve Größe, re-indexing v2.10 of café_menus; ' +
  '數據庫的备份與恢復，每天夜里自动执行。 データベースを復元します。 데이터베이스 백업 안내 ' +
  'Установка базы данных · Ρυθμίσεις · العربية · हिन्दी · ภาษาไทย · ﬁne ＡＢＣ １２３ ½';
