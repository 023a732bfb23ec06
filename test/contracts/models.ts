import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatCall, ModelKind, Models } from '../../server/ports/models.ts';

/** An implementation under test; `close` ends what it stands on. */
export interface ModelsUnderTest {
  readonly models: Models;
  /** A key that must show nowhere. */
  readonly key?: string;
  close?(): Promise<void>;
}

const kinds: readonly ModelKind[] = ['chat', 'embedding', 'rerank', 'image'];

/** Contract of every implementation of the models port. */
export function modelsContract(name: string, make: () => Promise<ModelsUnderTest> | ModelsUnderTest): void {
  describe(`the models port: ${name}`, () => {
    let test: ModelsUnderTest;
    let models: Models;
    beforeAll(async () => {
      test = await make();
      models = test.models;
    });
    afterAll(() => test.close?.());

    const callOf: Record<ModelKind, (model: string) => Promise<unknown>> = {
      chat: (model) => Array.fromAsync(models.chat(chatCall({ model }))),
      embedding: (model) => models.embed(embedCall(['text'], model)),
      rerank: (model) => models.rerank(rerankCall(['a', 'b'], 1, model)),
      image: (model) => models.image(imageCall(model)),
    };

    describe('models', () => {
      it('are listed by kind, with names of their own', () => {
        for (const kind of kinds) expect(models.list(kind).every((model) => model.kind === kind)).toBe(true);
        const all = models.list();
        expect(all).toHaveLength(kinds.reduce((sum, kind) => sum + models.list(kind).length, 0));
        expect(new Set(all.map((model) => model.name)).size).toBe(all.length);
      });

      it.each(kinds)('have a default of the kind %s just when there is one', (kind) => {
        expect(models.defaultOf(kind)?.kind).toBe(models.list(kind).length > 0 ? kind : undefined);
      });

      it.each(kinds)('of the kind %s answer by name and by default', async (kind) => {
        const model = models.defaultOf(kind);
        const outcome = (name: string) =>
          callOf[kind](name).then(
            () => 'answered',
            (error) => error.code,
          );
        const expected = model === undefined ? 'unavailable' : 'answered';
        expect(await outcome('')).toBe(expected);
        expect(await outcome(model?.name ?? 'none')).toBe(expected);
      });

      it.each(kinds)('of the kind %s that do not exist are unavailable, by name', async (kind) => {
        await expect(callOf[kind]('no such model')).rejects.toMatchObject({
          code: 'unavailable',
          message: expect.stringContaining('no such model'),
        });
      });

      it('show no key', () => {
        const shown = `${inspect(models, { depth: 20, showHidden: true })} ${JSON.stringify(models)} ${JSON.stringify(models.list())}`;
        expect(shown).not.toContain(test.key ?? 'no key at all');
        expect(shown).not.toMatch(/bearer/i);
      });
    });

    describe('chat', () => {
      it('gives text and one finish, last', async () => {
        const parts = await Array.fromAsync(models.chat(chatCall()));
        expect(parts.some((part) => part.type === 'text' && part.text !== '')).toBe(true);
        expect(parts.filter((part) => part.type === 'finish')).toEqual([parts.at(-1)]);
        expect(parts.every((part) => !('text' in part) || part.text !== '')).toBe(true);
      });

      it('serves several at once', async () => {
        const answers = await Promise.all(
          Array.from({ length: 5 }, () => Array.fromAsync(models.chat(chatCall()))),
        );
        for (const parts of answers) expect(parts.at(-1)?.type).toBe('finish');
      });

      it('does nothing for a signal that is aborted already', async () => {
        const reason = new Error('left');
        await expect(
          Array.fromAsync(models.chat(chatCall({ signal: AbortSignal.abort(reason) }))),
        ).rejects.toBe(reason);
      });

      it('throws the reason of a signal that fires in the middle', async () => {
        const controller = new AbortController();
        const reason = new Error('left');
        const hear = async () => {
          for await (const part of models.chat(chatCall({ signal: controller.signal }))) {
            if (part.type !== 'finish') controller.abort(reason);
          }
        };
        await expect(hear()).rejects.toBe(reason);
      });

      it('can be left in the middle', async () => {
        for await (const part of models.chat(chatCall())) {
          expect(part.type).not.toBe('finish');
          break;
        }
      });
    });

    describe('embeddings', () => {
      it('come one for each text, of one length, the same for the same text', async () => {
        if (models.defaultOf('embedding') === undefined) return;
        const { vectors } = await models.embed(embedCall(['one', '二', 'one', '']));
        expect(vectors).toHaveLength(4);
        expect(new Set(vectors.map((vector) => vector.length)).size).toBe(1);
        expect(vectors[0]).toEqual(vectors[2]);
        expect(vectors[0]).not.toEqual(vectors[1]);
        expect(vectors.every((vector) => vector.every(Number.isFinite))).toBe(true);
      });
    });

    describe('ranks', () => {
      it('point at documents once each, best first, no more than wanted', async () => {
        if (models.defaultOf('rerank') === undefined) return;
        const documents = [
          'A cat sat.',
          'To back up, copy the data folder.',
          'Prices',
          'Back up daily, and test how to restore.',
        ];
        for (const topN of [1, 3, 10]) {
          const { ranks } = await models.rerank(rerankCall(documents, topN));
          expect(ranks.length).toBeGreaterThan(0);
          expect(ranks.length).toBeLessThanOrEqual(Math.min(topN, 4));
          expect(new Set(ranks.map(({ index }) => index)).size).toBe(ranks.length);
          expect(ranks.every(({ index }) => documents[index] !== undefined)).toBe(true);
          expect(ranks.map(({ score }) => score)).toEqual(
            ranks.map(({ score }) => score).toSorted((a, b) => b - a),
          );
        }
        expect((await models.rerank(rerankCall([]))).ranks).toEqual([]);
      });
    });

    describe('pictures', () => {
      it('are PNG, JPEG or WebP', async () => {
        if (models.defaultOf('image') === undefined) return;
        const { images } = await models.image(imageCall());
        expect(images.length).toBeGreaterThan(0);
        for (const image of images)
          expect(Buffer.from(image).toString('latin1')).toMatch(/^(\x89PNG|\xff\xd8\xff|RIFF....WEBP)/s);
      });
    });
  });
}

const chatCall = (call: Partial<ChatCall> = {}): ChatCall => ({
  model: '',
  scenario: 'visitor_qa',
  task: { kind: 'ping' },
  messages: [{ role: 'user', content: 'ping' }],
  signal: new AbortController().signal,
  ...call,
});

const embedCall = (texts: readonly string[], model = '') => ({
  model,
  texts,
  scenario: 'index_embedding' as const,
  signal: new AbortController().signal,
});

const rerankCall = (documents: readonly string[], topN = 10, model = '') => ({
  model,
  query: 'how to back up',
  documents,
  topN,
  scenario: 'search_rerank' as const,
  signal: new AbortController().signal,
});

const imageCall = (model = '') => ({
  model,
  prompt: 'a cat',
  width: 64,
  height: 64,
  scenario: 'pet_master' as const,
  signal: new AbortController().signal,
});
