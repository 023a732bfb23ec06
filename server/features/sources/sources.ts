import type { Feature } from '../../http/implement.ts';
import type { SourcePlaces } from '../../ports/source-places.ts';
import { createSourceReader, type SourceReaderDeps } from './reader.ts';
import { sourceRoutes, type SourceRouteDeps } from './routes.ts';
import type { FurtherSources } from './source-articles.ts';

export { sourceMigrations } from './store.ts';
export type { FurtherSources } from './source-articles.ts';

/** Sources beside the site: what the console does with them, and their reading. `places` is missing where the host is given from outside. */
export function createSources(
  deps: Pick<SourceReaderDeps, 'locks' | 'now' | 'log' | 'wantsDocuments'> &
    Pick<SourceRouteDeps, 'changes' | 'heldArticles' | 'confirmRemoval'> & {
      readonly further: FurtherSources;
      readonly places: SourcePlaces | undefined;
      /** Takes the articles of a source out of the index; resolves with the number of those that are left. */
      readonly takeOut: (source: string) => Promise<number>;
      /** Forgets the kept answers. */
      readonly forgetAnswers: () => Promise<void>;
    },
): Feature {
  const { further, places, forgetAnswers } = deps;
  const { store, articles, changed } = further;
  const reader =
    places &&
    createSourceReader({
      ...deps,
      store,
      articles,
      changed,
      places,
      async takeOut(source) {
        await forgetAnswers();
        return deps.takeOut(source);
      },
    });
  const follow = () => reader?.follow();
  const notices = further.onChange(follow);
  return {
    routes: [sourceRoutes({ ...deps, follow })],
    start: () => reader?.start(),
    async [Symbol.asyncDispose]() {
      notices.close();
      await reader?.stop();
    },
  };
}
