import { createHash } from 'node:crypto';
import process from 'node:process';
import { guessLanguage } from '../../text/language.ts';
import { stemmersFingerprint } from '../../text/morphology/stem.ts';
import { foldText, plainWord } from '../../text/text.ts';
import { scriptRuns } from '../../text/scripts.ts';
import { createTermTable } from '../postings/term-table.ts';
import { createAnalyzer } from './analyze.ts';
import { countingNorm } from './character-ngrams.ts';
import { createTermFrequencies } from './term-frequencies.ts';
import { numberOfTagged } from './term.ts';

/**
 * Fingerprint of the text analysis: an index saved under another fingerprint may contain other terms than this
 * program asks for. Computed from the analysis of a sample in several scripts and languages, and from the version of
 * the stemmers.
 */
export function analysisFingerprint(): string {
  const bag = createTermFrequencies();
  const table = createTermTable();
  const { analyze } = createAnalyzer(table);
  analyze(SAMPLE, 3, bag);
  const numbers = Array.from(bag.terms.subarray(0, bag.size), numberOfTagged);
  const words = scriptRuns(foldText(SAMPLE)).flatMap(({ script, text }) =>
    script === 'spaced' ? [plainWord(text)] : [],
  );
  const hash = createHash('sha256');
  const lists = [numbers.map(table.high), numbers.map(table.low), bag.counts.subarray(0, bag.size)];
  for (const list of lists) hash.update(Uint32Array.from(list));
  const rest = [
    stemmersFingerprint(),
    words,
    foldText(SAMPLE),
    SENTENCES.map(guessLanguage),
    countingNorm(7),
    process.versions.unicode,
  ];
  return hash.update(JSON.stringify(rest)).digest('hex').slice(0, 32);
}

const SENTENCES = [
  'Running the containers’ BACKUPS daily isn’t enough: naïve Größe, re-indexing v2.10 of café_menus',
  'Windows11 with 64GB and an RTX5070Ti',
  '數據庫的备份与恢復，每天夜里自动执行。',
  'データベースを復元します。',
  '데이터베이스 백업 안내',
  'Установка базы данных и настройки',
  'Die Kündigung der Mitgliedschaft ist nicht möglich.',
  'Les réservations sont annulées par les voyageurs.',
  'Las reservas canceladas no se devuelven.',
  'As inscrições são canceladas com os avisos.',
  'Le prenotazioni della settimana sono annullate.',
  'De afspraken zijn niet geannuleerd.',
  'Bokningarna är inte bekräftade och betalda.',
  'Bestillingerne er ikke bekræftet.',
  'Bestillingene er ikke bekreftet etter dette.',
  'Varaukset on peruttu, mutta maksut ovat tallessa.',
  'A foglalások nem módosíthatók és az árak változnak.',
  'Rezervările sunt anulate pentru călători și copii.',
  'Rezervasyonlar iptal edildi ve ödemeler iade edilecek.',
  'Ρυθμίσεις · العربية · हिन्दी · ภาษาไทย · ﬁne ＡＢＣ １２３ ½',
];

const SAMPLE = SENTENCES.join(' ');
