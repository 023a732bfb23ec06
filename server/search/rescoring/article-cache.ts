import { explained } from '../../kit/explained.ts';
import { unavailable } from '../../kit/fault.ts';
import type { Candidate, CandidateSource } from '../../ports/candidates.ts';
import type { FoundArticle } from './needs.ts';
import { unpackArticle, type PackedArticle } from './packed-article.ts';

/** Cache of the stored terms of articles that were candidates recently. */
export interface ArticleCache {
  /** The articles in the versions that were found, or newer ones; deleted articles are missing. */
  read(wanted: readonly Candidate[], signal: AbortSignal): Promise<readonly FoundArticle[]>;
}

export function createArticleCache(source: Pick<CandidateSource, 'read'>): ArticleCache {
  /** In order of last use (LRU). */
  const kept = new Map<string, FoundArticle>();
  let used = 0;
  const forget = (id: string) => {
    used -= kept.get(id)?.packed.size ?? 0;
    kept.delete(id);
  };
  const keep = (article: FoundArticle) => {
    forget(article.articleId);
    kept.set(article.articleId, article);
    used += article.packed.size;
    for (const id of kept.keys()) {
      if (used <= MAX_BYTES) break;
      forget(id);
    }
  };

  return {
    async read(wanted, signal) {
      const latest = new Map<string, number>();
      for (const { articleId, seq } of wanted)
        latest.set(articleId, Math.max(seq, latest.get(articleId) ?? 0));
      const found: FoundArticle[] = [];
      const missing: string[] = [];
      for (const [id, seq] of latest) {
        const own = kept.get(id);
        if (own === undefined || own.seq < seq) missing.push(id);
        else {
          found.push(own);
          keep(own);
        }
      }
      for (let at = 0; at < missing.length; at += AT_ONCE) {
        const read = await source.read(missing.slice(at, at + AT_ONCE), signal);
        for (const { articleId, seq, packed } of read) {
          const article = { articleId, seq, packed: unpacked(packed) };
          keep(article);
          found.push(article);
        }
      }
      return found;
    },
  };
}

/** Throws `unavailable` for bytes that are not those that were stored. */
function unpacked(bytes: Uint8Array): PackedArticle {
  try {
    return unpackArticle(bytes);
  } catch (error) {
    const reason = 'the stored terms of an article cannot be read';
    throw unavailable(explained('search_engine_away', { reason }), error);
  }
}

/** Memory for stored terms: some thousand articles. */
const MAX_BYTES = 64_000_000;

/** Articles per request. */
const AT_ONCE = 200;
