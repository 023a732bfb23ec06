import { sha256 } from '../../kit/ids.ts';
import type { LiveIndex } from './live-index.ts';
import type { Passage } from './passage.ts';
import type { KnowledgeStore } from './store.ts';

export type PassageKey = Pick<Passage, 'articleId' | 'identity'>;

/**
 * Fingerprint of passages as the index has them now, with titles, addresses and headings; `undefined` when one of them is gone, or
 * differs from the text that is given for it.
 */
export type PassageFingerprint = (
  keys: readonly PassageKey[],
  texts?: readonly string[],
) => Promise<string | undefined>;

export const createPassageFingerprint =
  ({
    live,
    store,
  }: {
    readonly live: Pick<LiveIndex, 'generation' | 'heads'>;
    readonly store: Pick<KnowledgeStore, 'passages'>;
  }): PassageFingerprint =>
  async (keys, texts) => {
    const { generation, heads } = live;
    if (!generation || keys.length === 0) return undefined;
    const [found, articles] = await Promise.all([
      store.passages(generation.generation, keys),
      heads.of(keys.map(({ articleId }) => articleId)),
    ]);
    const chunks = new Map(found.map(({ articleId, chunk }) => [`${articleId} ${chunk.identity}`, chunk]));
    const parts: (string | readonly string[])[] = [];
    for (const [place, { articleId, identity }] of keys.entries()) {
      const article = articles.get(articleId);
      const chunk = chunks.get(`${articleId} ${identity}`);
      if (!article || !chunk || (texts && texts[place] !== chunk.text)) return undefined;
      parts.push(article.title, article.url, chunk.text, chunk.anchor, chunk.headingPath);
    }
    return sha256(JSON.stringify(parts));
  };
