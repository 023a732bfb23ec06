import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { openFolder, type Site } from '../../test/api/sites/open-site.ts';
import { createFigures } from '../fixtures/figures.ts';
import { askSites, chosenSites, ratesOf } from '../site-answers.ts';

/**
 * The figures of `site-answers` without a model and with an embedding model, whose vectors come from the server at
 * DOCENT_BENCH_EMBEDDINGS, such as `http://127.0.0.1:8080/v1`; skipped without one. DOCENT_BENCH_EMBEDDING_MODEL names the model
 * (multilingual-e5-small), DOCENT_BENCH_EMBEDDING_DIMENSIONS the length of its vectors (384), and DOCENT_BENCH_SITES names sites: a
 * passage takes a small model a tenth of a second.
 */
export async function run(): Promise<void> {
  const address = process.env['DOCENT_BENCH_EMBEDDINGS'];
  if (address === undefined)
    return console.log('skipped: DOCENT_BENCH_EMBEDDINGS names no server of embeddings');
  const figures = createFigures('with-models');
  const folder = await mkdtemp(join(tmpdir(), 'docent-models-'));
  const models = join(folder, 'models.json');
  await writeFile(models, JSON.stringify(modelsAt(address)));
  try {
    for (const [how, open] of [
      ['without a model', openFolder],
      ['with vectors', (content: string) => openWithVectors(content, models)],
    ] as const) {
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
    },
  ],
});

/** A site whose passages have their vectors. */
async function openWithVectors(content: string, modelsFile: string): Promise<Site> {
  const site = await openFolder(content, {
    DOCENT_MODELS_FILE: modelsFile,
    DOCENT_ADMIN_TOKEN: 'token-of-this-bench-alone',
  });
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
