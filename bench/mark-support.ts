import process from 'node:process';
import { createSupport } from '../server/text/support/support.ts';
import { createFigures } from './fixtures/figures.ts';
import { readCases, readReported, type Case } from './support/labelled.ts';
import { shownTexts } from './support/texts.ts';

/**
 * Precision and recall of the check of statements on those of `eval/marks/reported`, by language, site and kind, and what other thresholds
 * would give; then the same of the statements that its numbers are learned from. Precision is the share of supported ones among those
 * that are held to be, recall the share of supported ones that are. Then what visitors see of texts of one to three reported
 * statements, the time for a statement, and for one of a million characters.
 */
export async function run(): Promise<void> {
  const cases = await readReported();
  if (cases.length === 0) {
    console.log('skipped, no labelled statements with their sites');
    return;
  }
  const figures = createFigures('mark-support');
  const reported = cases.map((one) => ({ ...one, ...judgementOf(one) }));
  const learned = (await readCases()).map((one) => ({ ...one, ...judgementOf(one) }));
  for (const [half, judged] of [
    ['reported', reported],
    ['learned from', learned],
  ] as const) {
    report(half, judged);
    for (const [lang, own] of Map.groupBy(judged, (one) => one.lang)) report(`${half}, ${lang}`, own);
    for (const [site, own] of Map.groupBy(judged, (one) => one.site)) report(`${half}, ${site}`, own);
    for (const [kind, own] of Map.groupBy(judged, (one) => one.kind)) {
      const kept = own.filter((one) => one.kept).length;
      const label = own[0]?.supported === true ? 'supported' : 'not supported';
      console.log(`${half}: ${kind} (${label}) kept ${(kept / own.length).toFixed(3)} of ${own.length}`);
    }
  }
  curve(reported);
  noteOf(reported, figures);
  texts(cases, figures);
  time(cases, figures);
  await figures.keep();
}

/** The figures that are wanted. */
function noteOf(judged: readonly Judged[], figures: Figures): void {
  const kept = judged.filter((one) => one.kept);
  figures.note(
    'reported: precision',
    kept.filter(({ supported }) => supported).length / kept.length,
    'share',
    {
      atLeast: 0.97,
    },
  );
  const recallOf = (some: readonly Judged[]) => some.filter((one) => one.kept).length / some.length;
  const supported = judged.filter((one) => one.supported);
  figures.note('reported: recall', recallOf(supported), 'share', { atLeast: 0.8 });
  const kinds = { quotation: 1, paraphrase: 0.75, joined: undefined, number: undefined };
  for (const [kind, atLeast] of Object.entries(kinds)) {
    const some = supported.filter((one) => one.kind === kind);
    figures.note(
      `reported: recall, ${kind}`,
      recallOf(some),
      'share',
      atLeast === undefined ? undefined : { atLeast },
    );
  }
}

/** What visitors see of texts that are all true, and of those that are all false. */
function texts(cases: readonly Case[], figures: Figures): void {
  const shown = shownTexts(cases);
  for (const supported of [true, false]) {
    const some = shown.filter((text) => text.supported === supported);
    const shareOf = (wanted: string) => some.filter((text) => text.shown === wanted).length / some.length;
    const name = `reported: texts, all ${supported ? 'true' : 'false'}`;
    figures.note(`${name}: answered`, shareOf('answered'), 'share', supported ? undefined : { atMost: 0.03 });
    for (const other of ['partial', 'not_covered', 'replaced'])
      figures.note(`${name}: ${other}`, shareOf(other), 'share');
  }
}

/** What other thresholds would give. */
function curve(judged: readonly Judged[]): void {
  const supported = judged.filter((one) => one.supported).length;
  for (let threshold = 0.3; threshold < 0.96; threshold += 0.05) {
    const kept = judged.filter(({ score }) => score >= threshold);
    const right = kept.filter((one) => one.supported).length;
    const precision = kept.length === 0 ? 1 : right / kept.length;
    console.log(
      `reported, from a score of ${threshold.toFixed(2)}: precision ${precision.toFixed(3)}, recall ${(right / supported).toFixed(3)}`,
    );
  }
}

type Figures = ReturnType<typeof createFigures>;

type Judged = Case & { readonly kept: boolean; readonly score: number };

function judgementOf({ passages, question, statement }: Case) {
  const { verdict, score } = createSupport(passages, { question }).judge(statement, 1);
  return { kept: verdict === 'supported', score };
}

function report(name: string, judged: readonly Judged[]): void {
  const kept = judged.filter((one) => one.kept);
  const right = kept.filter(({ supported }) => supported).length;
  const supported = judged.filter((one) => one.supported).length;
  const share = (part: number, whole: number) => (whole === 0 ? '-' : (part / whole).toFixed(3));
  console.log(
    `${name}: precision ${share(right, kept.length)}, recall ${share(right, supported)} of ${judged.length}`,
  );
}

/** Milliseconds of CPU for a statement about an article whose sentences are known. */
function time(cases: readonly Case[], figures: Figures): void {
  const supports = cases.map(({ passages, question }) => createSupport(passages, { question }));
  // Articles are read at their first statement.
  for (const support of supports) support.judge('x', 1);
  const started = process.cpuUsage();
  cases.forEach(({ statement }, index) => supports[index]?.judge(statement, 1));
  figures.note('a statement, CPU', spentSince(started) / cases.length, 'ms', { atMost: 1 });
  const long = cases
    .map(({ statement }) => statement)
    .join(' ')
    .repeat(20)
    .slice(0, 1_000_000);
  const before = process.cpuUsage();
  supports[0]?.judge(long, 1);
  console.log(`a statement of ${long.length} characters: ${spentSince(before).toFixed(3)} ms`);
}

const spentSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

if (import.meta.main) await run();
