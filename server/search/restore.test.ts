import { describe, expect, it } from 'vitest';
import { createSyntheticSite } from '../../test/fakes/synthetic-site.ts';
import { createEngine, restoreEngine, type Engine } from './engine.ts';
import type { SavedSections, SnapshotSection } from './sections.ts';

/** The content of the sections when all of their blocks have been read. */
function inMemory(sections: readonly SnapshotSection[]): SavedSections {
  const bytes = new Map(sections.map(({ name, blocks }) => [name, Buffer.concat([...blocks()])]));
  return {
    length: (name) => bytes.get(name)?.length ?? 0,
    async into(name, target) {
      target.set(bytes.get(name) ?? []);
    },
  };
}

async function restored(engine: Engine): Promise<Engine> {
  const picture = engine.capture();
  const saved = inMemory(picture.sections);
  picture.release();
  return restoreEngine(saved);
}

/** A site with articles that were replaced and removed, before and after compactions. */
function changedSite(seed: number, dimensions: number) {
  const site = createSyntheticSite(seed, dimensions);
  const engine = createEngine();
  const change = (to: Engine, from: number, count: number) => {
    for (let number = from; number < from + count; number++) {
      const id = `article-${number % 60}`;
      if (number % 7 === 3) to.removeArticle(id);
      else to.replaceArticle(id, site.article(id));
    }
  };
  change(engine, 0, 150);
  return { site, engine };
}

function answers(engine: Engine, dimensions: number) {
  const { sentence } = createSyntheticSite(77);
  const asked = createSyntheticSite(78, dimensions);
  return Array.from({ length: 25 }, () => {
    const question = sentence(6);
    const [chunk] = asked.article('asked', 1);
    const { hits, subject, corrections } = engine.retrieve({
      question,
      ...(chunk?.vector && { queryVector: chunk.vector }),
    });
    const searched = engine.search({ keyword: question.slice(0, 7), limit: 10 });
    const partly = engine.search({ keyword: question.slice(2, 5), limit: 10 });
    return { hits, subject, corrections, searched, partly };
  });
}

describe.each([
  ['words', 0],
  ['words and vectors', 48],
])('an index of %s that was saved', (_, dimensions) => {
  it('IDX1: a restored index finds the same passages with the same scores', async () => {
    const { engine } = changedSite(5, dimensions);
    const copy = await restored(engine);
    expect(answers(copy, dimensions)).toEqual(answers(engine, dimensions));
    expect({ ...copy.stats(), bytes: 0 }).toEqual({ ...engine.stats(), bytes: 0 });
  });

  it('IDX1: a restored index takes later changes as the original does', async () => {
    const { engine, site } = changedSite(6, dimensions);
    await engine.load([]);
    const copy = await restored(engine);
    for (let number = 0; number < 80; number++) {
      const id = `article-${number % 50}`;
      const chunks = number % 9 === 2 ? [] : site.article(id);
      engine.replaceArticle(id, chunks);
      copy.replaceArticle(id, chunks);
    }
    await engine.load([]);
    await copy.load([]);
    const named = (one: Engine) =>
      answers(one, dimensions).map(({ hits, subject }) => ({
        subject,
        hits: hits.map(({ articleId, score }) => `${articleId} ${score.toFixed(5)}`).toSorted(),
      }));
    expect(named(copy)).toEqual(named(engine));
  });

  it('IDX2: a snapshot holds the state of one moment, whatever changes while it is written', async () => {
    const { engine, site } = changedSite(8, dimensions);
    const before = answers(engine, dimensions);
    const picture = engine.capture();
    for (let number = 0; number < 200; number++) {
      const id = `article-${number % 70}`;
      engine.replaceArticle(id, number % 5 === 1 ? [] : site.article(id));
    }
    await engine.load([]);
    const saved = inMemory(picture.sections);
    picture.release();
    expect(answers(await restoreEngine(saved), dimensions)).toEqual(before);
  });
});

describe('an index that is saved', () => {
  it('may be empty', async () => {
    const copy = await restored(createEngine());
    expect(copy.stats()).toMatchObject({ chunks: 0, articles: 0, vectors: 0, dimensions: 0 });
    const [only] = createSyntheticSite(1).article('one', 1);
    copy.replaceArticle('one', only ? [only] : []);
    expect(copy.retrieve({ question: only?.text ?? '' }).hits).toHaveLength(1);
  });

  it('is not written when all its vectors leave meanwhile', () => {
    const engine = createEngine();
    const site = createSyntheticSite(2, 32);
    engine.replaceArticle('one', site.article('one'));
    const picture = engine.capture();
    engine.removeArticle('one');
    engine.replaceArticle('two', createSyntheticSite(3, 64).article('two'));
    expect(() => inMemory(picture.sections)).toThrow(RangeError);
  });

  it('is refused when its parts do not fit together', async () => {
    const picture = changedSite(9, 0).engine.capture();
    for (const name of ['chunks lists', 'articles norms', 'vocabulary lengths', 'chunk numbers']) {
      const sections = picture.sections.map((section) =>
        section.name === name ? { name, blocks: () => [new Uint8Array(8)] } : section,
      );
      await expect(restoreEngine(inMemory(sections))).rejects.toThrow(RangeError);
    }
  });
});
