import type { Article, ArticleHead } from '../../../ports/host.ts';
import type { ListingSource } from '../remote/lists/listing.ts';
import { record, text } from '../remote/json-answer.ts';
import { readSettled, type Answered } from '../remote/lists/read-settled.ts';
import type { PostList } from './post-list.ts';
import { bodyFields, bodyOf, idOf, parseId, postTypes, readHead, types, type PostType } from './posts.ts';
import type { RawExcerpts } from './raw-excerpts.ts';

/** The list of so few posts is as cheap as a look at the newest, and shows renamed tags too. */
const fewPosts = 100;

export interface WordpressReading extends ListingSource {
  /** Articles with text, by id; those with limited visibility are missing. */
  articles(ids: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, Article>>;
}

/** Reads articles as an anonymous visitor; only the raw excerpts need a password. */
export const createWordpressReading = (deps: {
  readonly posts: PostList;
  readonly pathOf: (address: string) => string | undefined;
  readonly excerpts: RawExcerpts | undefined;
  readonly withPages: boolean;
}): WordpressReading => {
  const { posts, pathOf } = deps;
  const readTypes = deps.withPages ? postTypes : postTypes.filter((type) => type === 'posts');

  const heads = async (type: PostType, listed: readonly unknown[], signal: AbortSignal | undefined) => {
    const excerpts = type === 'posts' ? await deps.excerpts?.of(listed, signal) : undefined;
    return listed.map((post) =>
      readHead(type, post, { pathOf, written: excerpts?.get(text(record(post)['id'])) }),
    );
  };

  const articles = async (ids: readonly string[], signal: AbortSignal | undefined): Promise<Answered> => {
    const found = new Map<string, Article>();
    let answered = '';
    for (const type of readTypes) {
      const include = ids.flatMap((id) => {
        const parsed = parseId(id);
        return parsed?.type === type ? [parsed.number] : [];
      });
      const read = (portion: readonly string[]) =>
        posts.page(type, { include: portion.join(','), _fields: bodyFields }, signal);
      for (const { posts: listed, answeredAt } of await posts.inPortions(include, read)) {
        answered ||= answeredAt;
        for (const [index, head] of (await heads(type, listed, signal)).entries())
          if (head.visibility === 'public')
            found.set(head.id, { ...head, body: { format: 'html', text: bodyOf(listed[index]) } });
      }
    }
    return { articles: found, answeredAt: answered };
  };

  return {
    async *listAll(signal) {
      for (const type of readTypes) yield* await heads(type, await posts.all(type, signal), signal);
    },

    async changes(known, signal) {
      if (known.size <= fewPosts) return 'full';
      const changed: ArticleHead[] = [];
      for (const type of readTypes) {
        const { posts: listed, total } = await posts.newest(type, signal);
        const before = [...known.keys()].filter((id) => id.startsWith(`${types[type]}-`)).length;
        const fresh = listed.filter((post) => !known.has(idOf(type, record(post)['id']))).length;
        if (total !== before + fresh) return 'full';
        const read = await heads(type, listed, signal);
        const differ = read.filter((head) => known.get(head.id)?.revision !== head.revision);
        // Older posts may have changed as well.
        if (differ.length > 1 && differ.length === listed.length) return 'full';
        changed.push(...differ);
      }
      return changed;
    },

    articles: (ids, signal) => readSettled(() => articles(ids, signal), signal),
  };
};
