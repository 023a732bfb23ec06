import { sources as sourcesGroup, type SourceFields } from '../../../contract/operator/sources.ts';
import { implement } from '../../http/implement.ts';
import { instantOf } from '../../kit/calendar.ts';
import { explained, inField } from '../../kit/explained.ts';
import { conflict, notFound } from '../../kit/fault.ts';
import { assertAsRead } from '../../kit/records/saved-record.ts';
import { newSourceKey } from '../../kit/records/source-ids.ts';
import type { SourceCredentials, SourcePlaces } from '../../ports/source-places.ts';
import type { Changes } from '../changes/changes.ts';
import { givenIn, keptCredentials, sealedCredentials, shownCredentials } from './credentials.ts';
import {
  assertFits,
  assertUnchanged,
  changeOf,
  fieldsOf,
  isElsewhere,
  isReadAgain,
  pagesLeft,
  sourceIn,
  told,
} from './edits.ts';
import type { FurtherSources } from './source-articles.ts';
import type { Source } from './store.ts';

export interface SourceRouteDeps {
  readonly further: Pick<FurtherSources, 'store'>;
  readonly places: SourcePlaces | undefined;
  readonly changes: Pick<Changes, 'recordIn'>;
  /** Follows a change of the sources in this process. */
  readonly follow: () => void;
  /** Forgets kept answers, whose citations have the former name. */
  readonly forgetAnswers: () => Promise<void>;
  /** Numbers of articles that await the confirmation of their removal, by source. */
  readonly heldArticles: () => Promise<ReadonlyMap<string, number>>;
  /** Agrees to the removal; resolves with the number of articles, 0 where none are held. */
  readonly confirmRemoval: (source: string) => Promise<number>;
  readonly now: () => number;
}

export function sourceRoutes({ further, changes, follow, forgetAnswers, now, ...deps }: SourceRouteDeps) {
  const { store } = further;

  /** Throws `conflict` where sources cannot be read, since the host is given from outside. */
  const places = (): SourcePlaces => {
    if (!deps.places) throw conflict(explained('site_fixed'));
    return deps.places;
  };
  /** The fields with the place as it is stored. */
  const checked = async (fields: SourceFields, sent?: SourceCredentials): Promise<SourceFields> => ({
    ...fields,
    ...(await places().check(fields, givenIn(sent))),
  });
  const saved = { saved: true as const };

  return implement(sourcesGroup, {
    async list() {
      const [sources, counts, held] = await Promise.all([store.all(), store.counts(), deps.heldArticles()]);
      const pages = deps.places?.mostPages ?? 0;
      return {
        sources: await Promise.all(
          sources.map(async (source) => ({
            ...shown(source, counts.get(source.id) ?? 0, held.get(source.id) ?? 0),
            credentials: deps.places ? await shownCredentials(source, deps.places) : [],
          })),
        ),
        folders: deps.places?.hasFolders ?? false,
        pages,
        pagesLeft: Math.max(0, pagesLeft(sources, pages)),
      };
    },

    async look({ body: { credentials: sent, id, ...place } }, { signal }) {
      const source = (await store.all()).find((one) => one.id === id);
      const kept = await keptCredentials(source, place, places());
      return places().look(place, givenIn({ ...kept, ...sent }), signal);
    },

    async add({ body: { credentials: sent, ...body } }, { by }) {
      const plain = await checked(body, sent);
      const id = newSourceKey();
      await store.change(async (tx, sources) => {
        assertFits(plain, sources, places().mostPages);
        const made = { revision: 1, places: places() };
        const credentials = await sealedCredentials({ ...plain, id }, sent, undefined, made);
        const fields = { ...plain, credentials };
        await store.add(tx, id, fields, now());
        await changes.recordIn(tx, { area: 'sources', action: 'add', subject: id, by, after: told(fields) });
      });
      follow();
      return { id };
    },

    async change({ params: { id }, body: { basedOn, credentials: sent, ...body } }, { by }) {
      const plain = await checked(body, sent);
      await store.change(async (tx, sources) => {
        const before = sourceIn(sources, id);
        const secrets = Object.keys(sent ?? {});
        assertUnchanged(plain, secrets, before, basedOn);
        const made = { revision: before.revision + 1, places: places() };
        const credentials = await sealedCredentials({ ...plain, id }, sent, before, made);
        const fields = { ...plain, credentials };
        assertFits(
          plain,
          sources.filter((source) => source !== before),
          places().mostPages,
        );
        const wantedAt = secrets.length > 0 || isReadAgain(before, fields) ? now() : undefined;
        await store.edit(tx, id, fields, { isElsewhere: isElsewhere(before, fields), wantedAt });
        const change = changeOf(before, fields, secrets);
        if (Object.keys(change.after).length > 0)
          await changes.recordIn(tx, { area: 'sources', action: 'edit', subject: id, by, ...change });
      });
      await forgetAnswers();
      follow();
      return saved;
    },

    async read({ params: { id } }) {
      places();
      sourceIn(await store.all(), id);
      await store.want(id, now());
      follow();
      return saved;
    },

    async confirmRemoval({ params: { id } }) {
      sourceIn(await store.all(), id);
      const articles = await deps.confirmRemoval(id);
      if (articles === 0) throw notFound('A removal to confirm');
      return { saved: true as const, articles };
    },

    async remove({ params: { id }, query: { basedOn } }, { by }) {
      places();
      await store.change(async (tx, sources) => {
        const before = sourceIn(sources, id);
        assertAsRead({ name: 'source', revision: before.revision, fields: fieldsOf(before) }, basedOn);
        await store.remove(tx, id);
        await changes.recordIn(tx, {
          area: 'sources',
          action: 'remove',
          subject: id,
          by,
          before: told(before),
        });
      });
      follow();
      return saved;
    },
  });
}

function shown(source: Source, articles: number, heldArticles: number) {
  const { id, name, everyHours, pages, turn, kind, address, platform, folder, ending, readAt, revision } =
    source;
  return {
    id,
    revision,
    name,
    everyHours,
    pages,
    turn,
    kind,
    address,
    ...(platform !== undefined && { platform }),
    folder,
    ending,
    state: stateOf(source),
    articles,
    heldArticles,
    readAt: instantOf(readAt),
    ...inField('problem', source.problem),
  };
}

function stateOf({ state, hasFailed, wantedAt, triedAt, endedAt }: Source) {
  if (state === 'removing') return 'removing' as const;
  if (triedAt === 0 || wantedAt > triedAt) return 'waiting' as const;
  if (endedAt < triedAt) return 'reading' as const;
  return hasFailed ? ('failed' as const) : ('read' as const);
}
