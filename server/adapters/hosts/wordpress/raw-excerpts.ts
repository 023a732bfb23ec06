import { isRecent } from '../../../kit/calendar.ts';
import { explained, type ExplainedText } from '../../../kit/explained.ts';
import type { Clock } from '../../../ports/clock.ts';
import { jsonOf, list, record, text } from '../remote/json-answer.ts';
import type { WordpressApi } from './api.ts';
import type { PostList } from './post-list.ts';

/** Excerpts as their authors wrote them, read with the application password. */
export interface RawExcerpts {
  /** By post number; `undefined` while WordPress refuses the password, since articles are read without it. */
  of(
    listed: readonly unknown[],
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<string, string> | undefined>;
  /** Why the password was refused; `undefined` when it was not. */
  readonly refused: ExplainedText | undefined;
}

/** Interval of attempts with a refused password; plugins lock out who tries often. */
const againMs = 10 * 60_000;

export const createRawExcerpts = (deps: {
  readonly api: WordpressApi;
  readonly posts: PostList;
  readonly authorization: string;
  readonly clock: Clock;
}): RawExcerpts => {
  const { api, posts, authorization, clock } = deps;
  let refused: { readonly words: ExplainedText; readonly at: number } | undefined;

  /** Excerpts of one request; `undefined` when the password is refused. */
  const read = async (numbers: readonly string[], signal: AbortSignal | undefined) => {
    const query = {
      context: 'edit',
      per_page: String(numbers.length),
      include: numbers.join(','),
      _fields: 'id,excerpt',
    };
    const response = await api.call('/wp/v2/posts', query, { signal, headers: { authorization } });
    const { status } = response;
    if (status === 401 || status === 403) {
      refused = { words: explained('wordpress_credentials', { status }), at: clock.now() };
      return undefined;
    }
    const found = list(jsonOf(response, 'The list of articles')).map(record);
    refused = undefined;
    return found;
  };

  return {
    async of(listed, signal) {
      const isRefused = () => refused !== undefined && isRecent(refused.at, againMs, clock.now());
      const numbers = listed.map((post) => text(record(post)['id']));
      const found = await posts.inPortions(numbers, async (portion) =>
        isRefused() ? undefined : read(portion, signal),
      );
      if (found.includes(undefined)) return undefined;
      return new Map(
        found
          .flatMap((part) => part ?? [])
          .map((post) => [text(post['id']), text(record(post['excerpt'])['raw'])]),
      );
    },
    get refused() {
      return refused?.words;
    },
  };
};
