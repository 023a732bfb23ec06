import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  pickModel,
  pickNames,
  pickNamesWithVectors,
} from '../../server/adapters/models/builtin/extractive/score.ts';
import { coverageModel } from '../../server/features/knowledge/retrieval/coverage-model.ts';
import { signalNames, signalNamesWithVectors } from '../../server/features/knowledge/retrieval/coverage.ts';
import {
  meaningModel,
  meaningNames,
  meaningNamesWithVectors,
} from '../../server/features/knowledge/retrieval/meaning/meaning-search.ts';
import { ranker } from '../../server/search/ranking/ranker.ts';
import {
  dumpHandbook,
  dumpOtherLanguages,
  dumpSet,
  dumpSmallSites,
  dumpTestSites,
  otherSets,
  siteSets,
  type Asked,
} from './dump.ts';
import { learn } from './learn.ts';
import { learnMeaning } from './learn-meaning.ts';
import { learnPick } from './learn-pick.ts';
import { vectorsOf, type VectorsOf } from './vectors.ts';

/**
 * One round of training: learns the weights of the ranking, the coverage, the quotations and of questions in other languages from question
 * sets, reports each site with weights that were learned without it, and writes the JSON files of the service. What counts where there are
 * vectors is learned when DOCENT_BENCH_EMBEDDINGS names a server of embeddings, and stays as it is without one.
 */
const words = ['article', 'ngrams', 'title', 'length'] as const;

const sets = new Map([
  ...(await dumped([...siteSets, ...otherSets])),
  ['handbook', await dumpHandbook()] as const,
]);
// The questions about the handbook are those of its own writers.
const learned = [...sets.keys()].filter((name) => name !== 'handbook');
const byWords = learn({
  bySet: sets,
  learned,
  ranking: words,
  withTable: true,
  coverage: signalNames,
  ofSmall: 1,
  nearOfSmall: 0.85,
});
const byPassage = learnPick(from(sets), pickNames);
const byMeaning = learnMeaning(await dumpOtherLanguages(), meaningNames);

let { withVectors: rankerWithVectors }: { withVectors: object } = ranker;
let { withVectors: coverageWithVectors }: { withVectors: object } = coverageModel;
let { withVectors: pickWithVectors }: { withVectors: object } = pickModel;
let { withVectors: meaningWithVectors }: { withVectors: object } = meaningModel;
if (vectorsOf) {
  console.log('\nwith vectors');
  const bySet = await dumped(siteSets, vectorsOf);
  const withVectors = learn({
    bySet,
    learned: [...bySet.keys()],
    // The title, which is part of what was embedded, would weigh less than nothing.
    ranking: ['article', 'ngrams', 'length', 'nearness'],
    withTable: false,
    coverage: signalNamesWithVectors,
    // There are none but small sites beside the five: with 1 the right article comes first for .767 of the questions of a site left out, MRR .822,
    // with .5 for .781, MRR .831.
    ofSmall: 0.5,
    // With .9 it answers .540 rightly instead of .607.
    nearOfSmall: 0.85,
  });
  rankerWithVectors = withVectors.ranking;
  coverageWithVectors = withVectors.coverage;
  pickWithVectors = learnPick(from(bySet), pickNamesWithVectors);
  meaningWithVectors = learnMeaning(await dumpOtherLanguages(vectorsOf), meaningNamesWithVectors);
}

await write('features/knowledge/retrieval/meaning/meaning.json', {
  ...byMeaning,
  withVectors: meaningWithVectors,
});
await write('adapters/models/builtin/extractive/pick.json', { ...byPassage, withVectors: pickWithVectors });
await write('search/ranking/ranker.json', { ...byWords.ranking, withVectors: rankerWithVectors });
await write('features/knowledge/retrieval/coverage.json', {
  ...byWords.coverage,
  withVectors: coverageWithVectors,
});

/** The questions of the sets that are learned from. */
function from(some: ReadonlyMap<string, readonly Asked[]>): readonly Asked[] {
  return learned.flatMap((name) => some.get(name) ?? []);
}

/** Questions of sets of the folder of sets, of the small sites and of the sites of the tests. */
async function dumped(
  names: readonly string[],
  vectors?: VectorsOf,
): Promise<ReadonlyMap<string, readonly Asked[]>> {
  const bySet = new Map<string, readonly Asked[]>();
  for (const name of names) bySet.set(name, await dumpSet(name, vectors));
  const small = [...(await dumpSmallSites(vectors)), ...(await dumpTestSites(vectors))];
  for (const [name, asked] of Map.groupBy(small, ({ set }) => set)) bySet.set(name, asked);
  return bySet;
}

async function write(path: string, value: object): Promise<void> {
  // Lists of names stand in one line, as the formatter has them.
  const text = JSON.stringify(value, undefined, 2).replace(/\[[^[\]]*\]/g, (list) =>
    list.replace(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']'),
  );
  await writeFile(join(import.meta.dirname, '../../server', path), `${text}\n`);
}
