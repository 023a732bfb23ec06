import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { openFolder, openSite, quoted, type Site } from '../../test/api/sites/open-site.ts';
import { askSmallSite, type Result } from '../answer-sites.ts';
import { createFigures } from '../fixtures/figures.ts';
import { readSmallSites, smallSiteFolders, writeSmallSite } from '../fixtures/small-sites.ts';
import { askSites, chosenSites, ratesOf, sourceOf } from '../site-answers.ts';

/**
 * The deciding figures of answers without a language model over all sets, in one run: whoever deletes or adds a rule on the way from a
 * question to its answer compares them with and without it. DOCENT_BENCH_OUTCOMES names a file for the outcome of each question, a line
 * each, so that two runs can be compared by `diff`. Small sites that are held out are counted, and their questions not listed.
 * DOCENT_BENCH_CAUTION sets `retrieval.caution` for the real sites.
 */
export async function run(): Promise<void> {
  const figures = createFigures('answers');
  const lines: string[] = [];
  const note = (name: string, some: readonly Result[]) => {
    const share = (result: Result) => some.filter((one) => one === result).length / some.length;
    for (const result of ['right', 'wrong'] as const)
      figures.note(`${name} (${some.length}): ${result}`, share(result), 'share');
  };

  const real = await askSites(chosenSites(), openAtCaution);
  for (const one of real) {
    const { kind, site, query, state, seen, box } = one;
    const first = [seen, box].map(
      (ids) => ids.slice(0, 10).findIndex((id) => query.relevant.includes(id)) + 1,
    );
    lines.push([kind, site, query.text, state, sourceOf(one), ...first].join('\t'));
  }
  if (real.length > 0) {
    const rates = ratesOf(real);
    for (const key of [
      'chatFirst',
      'chatMrr',
      'boxFirst',
      'boxMrr',
      'right',
      'wrong',
      'near',
      'off',
    ] as const)
      figures.note(`real sites: ${key}`, rates[key], 'share');
  }

  for (const folder of smallSiteFolders) {
    const outcomes: Awaited<ReturnType<typeof askSmallSite>> = [];
    for (const site of await readSmallSites(join(project, folder))) {
      const content = await writeSmallSite(site);
      const service = await openFolder(content);
      const own = await askSmallSite(site, service);
      await service.close();
      await rm(content, { recursive: true, force: true });
      outcomes.push(...own);
      if (site.isForTuning)
        for (const { question, result } of own)
          lines.push([question.kind, site.name, question.text, result].join('\t'));
    }
    for (const kind of ['answerable', 'near', 'off'] as const)
      note(
        `${folder}: ${kind}`,
        outcomes.filter(({ question }) => question.kind === kind).map(({ result }) => result),
      );
  }

  const placed = async (name: string, service: Site, questions: readonly PlacedQuestion[]) => {
    const results: (PlacedQuestion & { readonly result: Result })[] = [];
    for (const question of questions) {
      const result = placeResult(question, quoted(await service.converse(...question.asked)));
      results.push({ ...question, result });
      lines.push(
        [
          question.places[0] === 'nowhere' ? 'near' : 'answerable',
          name,
          question.asked.join(' >> '),
          result,
        ].join('\t'),
      );
    }
    await service.close();
    return results;
  };
  const site = placedQuestions('test/fixtures/sites/questions.txt', /^(?<site>\S+): /);
  const asked = [];
  for (const [name, own] of Map.groupBy(site, (question) => question.site))
    asked.push(...(await placed(name, await openSite(name), own)));
  noteBoth('sites of the tests', asked);
  for (const file of ['questions', 'everyday'])
    noteBoth(
      `handbook, ${file}`,
      await placed(
        'handbook',
        await openFolder(join(project, 'handbook')),
        placedQuestions(`eval/handbook/${file}.txt`),
      ),
    );

  if (process.env['DOCENT_BENCH_OUTCOMES'])
    writeFileSync(process.env['DOCENT_BENCH_OUTCOMES'], `${lines.join('\n')}\n`);
  await figures.keep();

  function noteBoth(name: string, results: readonly (PlacedQuestion & { readonly result: Result })[]): void {
    const of = (isCovered: boolean) =>
      results.filter(({ places }) => (places[0] !== 'nowhere') === isCovered).map(({ result }) => result);
    note(`${name}, covered`, of(true));
    if (of(false).length > 0) note(`${name}, not covered`, of(false));
  }
}

async function openAtCaution(content: string): Promise<Site> {
  const site = await openFolder(content, { DOCENT_ADMIN_TOKEN: 'a-token-of-the-bench-that-is-long-enough' });
  const caution = process.env['DOCENT_BENCH_CAUTION'];
  if (caution) await site.configure({ retrieval: { caution } });
  return site;
}

const project = join(import.meta.dirname, '../..');

interface PlacedQuestion {
  readonly site: string;
  /** The questions of a conversation, of which the last one counts. */
  readonly asked: readonly string[];
  /** Places `article#section` that answer it; `nowhere` when none does. */
  readonly places: readonly string[];
}

/** Lines `question >> next question => article#section | another right one`, behind what names the site. */
const placedQuestions = (file: string, named = /^/): readonly PlacedQuestion[] =>
  readFileSync(join(project, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [asked = '', places = ''] = line.replace(named, '').split(' => ');
      const site = named.exec(line)?.groups?.['site'] ?? '';
      return { site, asked: asked.split(' >> '), places: places.split(' | ') };
    });

/** Right is a quotation from a right section, wrong one from another article; another section of a right article is neither. */
function placeResult({ places }: PlacedQuestion, found: string): Result {
  if (found === 'nowhere') return 'not covered';
  if (places.some((place) => found === place || found.startsWith(`${place}#`))) return 'right';
  const article = found.split('#', 1)[0];
  return places.some((place) => place.split('#', 1)[0] === article) ? 'close' : 'wrong';
}

if (import.meta.main) await run();
