import { oneAtATime } from '../../kit/one-at-a-time.ts';
import type { Turn } from '../../kit/turns.ts';
import type { Log } from '../../ports/log.ts';
import { createArticleTexts, type ArticleTexts } from './article-texts.ts';
import { parseSignature } from './embed.ts';
import { createEngine, type Engine } from './engine/engine.ts';
import type { EngineChunk } from './engine/inverted-index.ts';
import type { Generation, IndexedArticle, KnowledgeStore, StoredChunk } from './store.ts';

/** The search structures of this process: built from the store at start and kept level with it. */
export interface LiveIndex {
  /** Applies what has changed in the store, whoever changed it. Calls that come meanwhile are served by one more pass. */
  follow(): Promise<void>;
  readonly engine: Engine;
  readonly generation: Generation | undefined;
  /** Head data of every article that the index knows and the host has. */
  readonly articles: ReadonlyMap<string, IndexedArticle>;
  /** Passages of the serving generation, as far as memory has room for them. */
  readonly texts: Pick<ArticleTexts, 'get'>;
}

export function createLiveIndex(deps: Following): LiveIndex {
  const { store } = deps;
  let serving: Serving = emptyServing();

  const follow = oneAtATime(async () => {
    const active = await store.active();
    if (!active) return;
    if (active.generation === serving.generation?.generation) {
      await keepUp(deps, serving);
      serving.generation = active;
      return;
    }
    // A new generation is built aside and takes over in one step; the old one answers meanwhile.
    const next = emptyServing(active);
    await next.engine.load(everything(deps, next));
    serving = next;
  });

  return {
    follow,
    get engine() {
      return serving.engine;
    },
    get generation() {
      return serving.generation;
    },
    get articles() {
      return serving.articles;
    },
    get texts() {
      return serving.texts;
    },
  };
}

interface Serving {
  generation: Generation | undefined;
  readonly engine: Engine;
  readonly articles: Map<string, IndexedArticle>;
  readonly texts: ArticleTexts;
  seq: number;
}

const emptyServing = (generation?: Generation): Serving => ({
  generation,
  engine: createEngine(),
  articles: new Map(),
  texts: createArticleTexts(),
  seq: 0,
});

interface Following {
  readonly store: Pick<KnowledgeStore, 'active' | 'changedSince' | 'vectors'>;
  readonly turn: Turn;
  readonly log: Log;
}

/** The articles of a generation for an empty engine. */
async function* everything({ store, turn }: Following, into: Serving) {
  for await (const { article, stored, chunks } of changes(store, into)) {
    into.seq = article.seq;
    if (article.state === 'removed') continue;
    into.articles.set(article.id, article);
    into.texts.set(article.id, stored);
    await turn();
    if (chunks.length > 0) yield { articleId: article.id, chunks };
  }
}

async function keepUp({ store, turn, log }: Following, serving: Serving): Promise<void> {
  for await (const { article, stored, chunks } of changes(store, serving)) {
    if (article.state === 'removed') {
      if (serving.articles.delete(article.id))
        log.info({ article: article.id }, 'an article has left the index');
      serving.texts.delete(article.id);
      serving.engine.removeArticle(article.id);
    } else {
      serving.articles.set(article.id, article);
      serving.texts.set(article.id, stored);
      serving.engine.replaceArticle(article.id, chunks);
    }
    serving.seq = article.seq;
    await turn();
  }
}

/** What has changed since the last look, with the vectors of the generation's model. */
async function* changes(store: Following['store'], { generation, seq }: Serving) {
  if (!generation) return;
  const { signature } = generation;
  for await (const page of store.changedSince(generation.generation, seq)) {
    const keys = signature === '' ? [] : page.flatMap(({ chunks }) => chunks.map((chunk) => chunk.vectorKey));
    const vectors = await store.vectors(signature, keys);
    const { dimensions } = parseSignature(signature);
    for (const { article, chunks } of page) {
      yield {
        article,
        stored: chunks,
        chunks: chunks.map((chunk) => forEngine(article, chunk, vectors.get(chunk.vectorKey), dimensions)),
      };
    }
  }
}

function forEngine(
  article: IndexedArticle,
  chunk: StoredChunk,
  vector: Float32Array | undefined,
  dimensions: number,
): EngineChunk {
  return {
    id: chunk.identity,
    articleId: article.id,
    title: article.title,
    headingPath: chunk.headingPath,
    tags: [...article.tags, ...article.categories].map((term) => term.name),
    keywords: chunk.keywords,
    text: chunk.text,
    // The engine refuses an article whose vectors do not fit the others; its words are worth having all the same.
    ...(vector?.length === dimensions && { vector }),
  };
}
