import type { SourceTurn } from '../../../contract/operator/sources.ts';
import { logRepeated, type Database } from '../../kit/database.ts';
import { sourceOf } from '../../kit/records/source-ids.ts';
import type { Host } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';
import { namesOf } from './credentials.ts';
import { createSourceArticles } from './store/articles.ts';
import { createSourceStore, sourcesTopic } from './store.ts';

/** Topic of changes of the articles of sources. */
const articlesTopic = 'source-articles';

/** What the sources add to the site, in every process. */
export type FurtherSources = Awaited<ReturnType<typeof createFurtherSources>>;

export async function createFurtherSources({ db, log }: { readonly db: Database; readonly log: Log }) {
  const store = createSourceStore(db);
  const articles = createSourceArticles(db);
  let names: ReadonlyMap<string, string> = new Map();
  let turns: ReadonlyMap<string, SourceTurn> = new Map();
  let closed: ReadonlySet<string> = new Set();

  const load = async () => {
    const living = (await store.all()).filter(({ state }) => state === 'on');
    names = new Map(living.map(({ id, name }) => [id, name]));
    turns = new Map(living.map(({ id, turn }) => [id, turn]));
    closed = new Set(living.filter((source) => namesOf(source).includes('password')).map(({ id }) => id));
  };
  const namesNow = async (): Promise<ReadonlyMap<string, string>> => {
    await load();
    return names;
  };
  const notices = db.subscribe(sourcesTopic, () => {
    void load().catch((error: unknown) => logRepeated(log, error, 'the sources could not be read'));
  });
  await load();

  return {
    store,
    articles,
    /** Names of the sources by their keys, from memory. */
    names: () => names,
    /** When each source answers, by the same keys. */
    turns: () => turns,
    /** Whether visitors can open the page of an article: those of a source with a user and a password ask them to sign in. */
    isOpen: (articleId: string): boolean => !closed.has(sourceOf(articleId) ?? ''),
    /** The names as they are in the database now. */
    namesNow,
    /** The keys of the sources as they are in the database now. */
    keys: async (): Promise<ReadonlySet<string>> => new Set((await namesNow()).keys()),
    /** Tells every process that articles have come, changed or gone. */
    changed: () => db.publish(articlesTopic),
    /** The site with the articles of the sources, of which only the site itself is written to, and the list of the site alone. */
    beside: (site: Host): { readonly host: Host; readonly siteHeads: Host['heads'] } => ({
      siteHeads: (signal) => site.heads(signal),
      host: {
        ...site,
        async *heads(signal) {
          yield* site.heads(signal);
          yield* articles.heads(signal);
        },
        article: (id, signal) =>
          sourceOf(id) === undefined ? site.article(id, signal) : articles.article(id),
        onChange(hint) {
          const further = [db.subscribe(articlesTopic, hint), db.subscribe(sourcesTopic, hint)];
          const own = site.onChange(hint);
          return {
            close() {
              own.close();
              for (const one of further) one.close();
            },
          };
        },
      },
    }),
    /** Calls `follow` when the sources have changed, wherever that was. */
    onChange: (follow: () => void) => db.subscribe(sourcesTopic, follow),
    close: () => notices.close(),
  };
}
