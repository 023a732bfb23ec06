import type {
  CuratedAnswer,
  CuratedFields,
  CuratedUpdate,
} from '../../../contract/curated-answers/entry-fields.ts';
import { notFound } from '../../kit/fault.ts';
import { newId } from '../../kit/ids.ts';
import { recordConflicts } from '../../../contract/config/conflicts.ts';
import { assertAsRead, changedMeanwhile } from '../../kit/records/saved-record.ts';
import type { RecordHistory } from '../changes/changes.ts';
import { foldText } from '../../text/text.ts';
import type { HitCounts } from '../../work/schedule/hit-counter.ts';
import { fieldsOf, stateAt, wireAnswer, type Entry } from './entry.ts';
import type { EntryCache } from './entry-cache.ts';
import { createSameQuestions } from './same-questions.ts';
import { changedSources, knownSources, type SiteArticles } from './source-articles.ts';

export interface AdminApiDeps {
  readonly entries: EntryCache;
  readonly hits: HitCounts;
  readonly history: RecordHistory;
  /** The articles of the site by path; empty while the site cannot be read. */
  readonly articles: () => Promise<SiteArticles>;
  readonly siteOrigin: () => string | undefined;
  readonly now: () => number;
}

interface Listing {
  readonly page: number;
  readonly size: number;
  readonly keyword: string;
  readonly state: CuratedAnswer['state'] | 'all' | 'outdated';
}

/** The administrator's operations on curated answers. */
export function createAdminApi({ entries, hits, history, articles, siteOrigin, now }: AdminApiDeps) {
  const sameQuestions = createSameQuestions();
  const shown = async (id: string): Promise<CuratedAnswer> => {
    const entry = await entries.find(id);
    if (!entry) throw notFound('Curated answer');
    return wireAnswer(entry, {
      at: now(),
      articles: await articles(),
      counted: (await hits.read()).get(id),
      sameQuestions: sameQuestions(entry, await entries.all(), now()),
    });
  };

  return {
    read: shown,

    async list({ page, size, keyword, state }: Listing) {
      const [site, counts, at] = [await articles(), await hits.read(), now()];
      const sought = foldText(keyword);
      const isMeant = (entry: Entry) =>
        (sought === '' ||
          [...entry.questions, entry.answer].some((text) => foldText(text).includes(sought))) &&
        (state === 'all' ||
          (state === 'outdated' ? changedSources(entry, site).length > 0 : stateAt(entry, at) === state));
      const all = await entries.all();
      const found = all.filter(isMeant);
      const items = found.slice((page - 1) * size, page * size);
      return {
        page,
        size,
        total: found.length,
        items: items.map((entry) =>
          wireAnswer(entry, {
            at,
            articles: site,
            counted: counts.get(entry.id),
            sameQuestions: sameQuestions(entry, all, at),
          }),
        ),
      };
    },

    async create(fields: CuratedFields, by: string): Promise<CuratedAnswer> {
      const id = newId();
      const known = knownSources(fields, await articles(), siteOrigin());
      const entry = { ...fields, id, known, revision: 1, updatedAt: now(), reviewedAt: now() };
      await history.recorded({ by, ids: [id] }, () => entries.change(() => ({ put: [entry] })));
      return shown(id);
    },

    /** Throws `not-found`, and `stale` when somebody else has saved the answer since it was read. */
    async update(
      id: string,
      { basedOn, reviewed, ...fields }: CuratedUpdate,
      by: string,
    ): Promise<CuratedAnswer> {
      const seen = knownSources(fields, await articles(), siteOrigin());
      const next = (stored: ReadonlyMap<string, Entry>) => {
        const before = stored.get(id);
        if (!before) throw notFound('Curated answer');
        if (basedOn !== undefined && basedOn !== before.revision) refuseChanged(before, fields);
        const review = reviewed
          ? { known: seen, reviewedAt: now() }
          : { known: { ...seen, ...before.known }, reviewedAt: before.reviewedAt };
        const entry = { ...fields, id, ...review, revision: before.revision + 1, updatedAt: now() };
        return { put: [entry] };
      };
      await history.recorded({ by, ids: [id] }, () => entries.change(next));
      return shown(id);
    },

    /** Throws `stale` when somebody else has saved the answer since it was read. */
    async remove(id: string, by: string, basedOn?: number): Promise<void> {
      const without = (stored: ReadonlyMap<string, Entry>) => {
        const saved = stored.get(id);
        assertAsRead(
          saved && { ...named, revision: saved.revision, fields: { ...fieldsOf(saved) } },
          basedOn,
        );
        return { drop: [id] };
      };
      await history.recorded({ by, ids: [id] }, () => entries.change(without));
      await hits.forget(id);
    },
  };
}

/** What a refusal calls a curated answer. */
const named = { name: 'curated-answer' };

export type AdminApi = ReturnType<typeof createAdminApi>;

/** Throws `stale` with the fields in which two differ, if there are any. */
function refuseChanged(saved: Entry, yours: CuratedFields): void {
  const conflicts = recordConflicts(named.name, saved.revision, { ...yours }, { ...fieldsOf(saved) });
  if (conflicts.length > 0) throw changedMeanwhile(conflicts);
}
