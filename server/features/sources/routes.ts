import { differencesOf } from '../../../contract/config/conflicts.ts';
import { sources as sourcesGroup, type SourceFields } from '../../../contract/operator/sources.ts';
import { implement } from '../../http/implement.ts';
import { instantOf } from '../../kit/calendar.ts';
import { explained, inField } from '../../kit/explained.ts';
import { conflict } from '../../kit/fault.ts';
import { assertAsRead } from '../../kit/records/saved-record.ts';
import { newSourceKey } from '../../kit/records/source-ids.ts';
import type { SourcePlaces } from '../../ports/source-places.ts';
import type { Changes } from '../changes/changes.ts';
import {
  assertFits,
  assertUnchanged,
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
  const checked = async (fields: SourceFields): Promise<SourceFields> => ({
    ...fields,
    ...(await places().check(fields)),
  });
  const saved = { saved: true as const };

  return implement(sourcesGroup, {
    async list() {
      const [sources, counts] = await Promise.all([store.all(), store.counts()]);
      const pages = deps.places?.mostPages ?? 0;
      return {
        sources: sources.map((source) => shown(source, counts.get(source.id) ?? 0)),
        folders: deps.places?.hasFolders ?? false,
        pages,
        pagesLeft: Math.max(0, pagesLeft(sources, pages)),
      };
    },

    look: ({ body }, { signal }) => places().look(body, signal),

    async add({ body }, { by }) {
      const fields = await checked(body);
      const id = newSourceKey();
      await store.change(async (tx, sources) => {
        assertFits(fields, sources, places().mostPages);
        await store.add(tx, id, fields, now());
        await changes.recordIn(tx, { area: 'sources', action: 'add', subject: id, by, after: told(fields) });
      });
      follow();
      return { id };
    },

    async change({ params: { id }, body: { basedOn, ...body } }, { by }) {
      const fields = await checked(body);
      await store.change(async (tx, sources) => {
        const before = sourceIn(sources, id);
        assertUnchanged(fields, before, basedOn);
        assertFits(
          fields,
          sources.filter((source) => source !== before),
          places().mostPages,
        );
        const wantedAt = isReadAgain(before, fields) ? now() : undefined;
        await store.edit(tx, id, fields, { isElsewhere: isElsewhere(before, fields), wantedAt });
        const change = differencesOf(told(before), told(fields));
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

function shown(source: Source, articles: number) {
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
