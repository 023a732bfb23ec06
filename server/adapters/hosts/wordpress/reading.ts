import { explained } from '../../../kit/explained.ts';
import { forbidden } from '../../../kit/fault.ts';
import type { Article, ArticleHead } from '../../../ports/host.ts';
import type { ListingSource } from '../remote/lists/listing.ts';
import { jsonOf, list, record, text } from '../remote/json-answer.ts';
import { readSettled, type Answered } from '../remote/lists/read-settled.ts';
import type { WordpressApi } from './api.ts';
import { createPostList } from './post-list.ts';
import { bodyFields, bodyOf, idOf, parseId, postTypes, readHead, types, type PostType } from './posts.ts';

/** The list of so few posts is as cheap as a look at the newest, and shows renamed tags too. */
const fewPosts = 100;

export interface WordpressReading extends ListingSource {
  /** Articles with text, by id; those with limited visibility are missing. */
  articles(ids: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, Article>>;
}

/** Reads articles as an anonymous visitor. `authorization` is used only for raw excerpts. */
export const createWordpressReading = (deps: {
  readonly api: WordpressApi;
  readonly pathOf: (address: string) => string | undefined;
  readonly authorization: string | undefined;
}): WordpressReading => {
  const { api, pathOf, authorization } = deps;

  const posts = createPostList(api);

  /** Raw excerpts by post number. */
  const written = async (
    type: PostType,
    listed: readonly unknown[],
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<string, string> | undefined> => {
    if (authorization === undefined || type !== 'posts') return undefined;
    const numbers = listed.map((post) => text(record(post)['id']));
    const found = await posts.inPortions(numbers, async (portion) => {
      const response = await api.call(
        `/wp/v2/${type}`,
        {
          context: 'edit',
          per_page: String(portion.length),
          include: portion.join(','),
          _fields: 'id,excerpt',
        },
        { signal, headers: { authorization } },
      );
      const { status } = response;
      if (status === 401 || status === 403) throw forbidden(explained('wordpress_credentials', { status }));
      return list(jsonOf(response, 'The list of articles')).map(record);
    });
    return new Map(found.flat().map((post) => [text(post['id']), text(record(post['excerpt'])['raw'])]));
  };

  const heads = async (type: PostType, listed: readonly unknown[], signal: AbortSignal | undefined) => {
    const excerpts = await written(type, listed, signal);
    return listed.map((post) =>
      readHead(type, post, { pathOf, written: excerpts?.get(text(record(post)['id'])) }),
    );
  };

  const articles = async (ids: readonly string[], signal: AbortSignal | undefined): Promise<Answered> => {
    const found = new Map<string, Article>();
    let answered = '';
    for (const type of postTypes) {
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
    async *walk(signal) {
      for (const type of postTypes) yield* await heads(type, await posts.all(type, signal), signal);
    },

    async changes(known, signal) {
      if (known.size <= fewPosts) return 'walk';
      const changed: ArticleHead[] = [];
      for (const type of postTypes) {
        const { posts: listed, total } = await posts.newest(type, signal);
        const before = [...known.keys()].filter((id) => id.startsWith(`${types[type]}-`)).length;
        const fresh = listed.filter((post) => !known.has(idOf(type, record(post)['id']))).length;
        if (total !== before + fresh) return 'walk';
        const read = await heads(type, listed, signal);
        const differ = read.filter((head) => known.get(head.id)?.revision !== head.revision);
        // Those behind them may have changed as well.
        if (differ.length > 1 && differ.length === listed.length) return 'walk';
        changed.push(...differ);
      }
      return changed;
    },

    articles: (ids, signal) => readSettled(() => articles(ids, signal), signal),
  };
};
