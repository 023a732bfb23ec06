import { isRecent } from '../../kit/calendar.ts';
import type { ArticleHead, Host } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';
import type { Locks } from '../../work/lock.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Config } from '../config/config.ts';
import type { ExcerptEditor } from './apply.ts';
import { contentHashOf } from '../../kit/ids.ts';
import { ownerOf, type Owner } from './authorship.ts';
import type { GenerateSettings } from './generate.ts';
import type { ExcerptRecord, ExcerptRecords } from './store/records.ts';

export interface UpdatePassDeps {
  readonly catalogue: Pick<Catalogue, 'heads'>;
  readonly host: Pick<Host, 'describe'>;
  readonly config: Pick<Config, 'read'>;
  readonly editor: ExcerptEditor;
  readonly records: ExcerptRecords;
  readonly locks: Pick<Locks, 'tryAcquire'>;
  readonly now: () => number;
  readonly log: Log;
}

/** Looks at all articles once and generates the excerpts that are due; `again` is called when more will be due. */
export type UpdatePass = (stopping: AbortSignal, again: () => void) => Promise<void>;

/** Passes that generate at most `perPass` excerpts, none that is younger than `minAgeMs`. */
export function createUpdatePass(
  { catalogue, host, config, editor, records, locks, now, log }: UpdatePassDeps,
  pace: { readonly minAgeMs: number; readonly perPass: number },
): UpdatePass {
  /** True when there is work to do; stops tracking articles once the setting is off. */
  const isWanted = async (enabled: boolean): Promise<boolean> => {
    if (enabled) return true;
    if (await records.isTracking()) await records.stopTracking();
    return records.hasAuto();
  };

  /** Updates one excerpt; false when no model call was needed. */
  const updateExcerpt = async (
    head: ArticleHead,
    record: ExcerptRecord | undefined,
    generateSettings: GenerateSettings,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const article = await editor.article(head.id, signal).catch(() => undefined);
    signal.throwIfAborted();
    if (!article) return false;
    const hash = contentHashOf(article);
    const seen = { seenRevision: head.revision, seenHash: hash };
    if (!isDue(ownerOf(article, record), record, hash)) {
      await records.put(head.id, seen);
      return false;
    }
    try {
      const edit = await editor.generate(head.id, { settings: generateSettings, signal });
      if (edit.kind === 'skipped') await records.put(head.id, { ...seen, triedHash: hash });
    } catch (error) {
      signal.throwIfAborted();
      await records.put(head.id, { ...seen, triedHash: hash });
      log.warn({ err: String(error), article: head.id }, 'an excerpt could not be updated automatically');
    }
    return true;
  };

  return async (stopping, again) => {
    const settings = await config.read('excerpt');
    if (!host.describe().canWriteExcerpts || !(await isWanted(settings.enabled))) return;
    await using lease = await locks.tryAcquire('excerpts');
    if (!lease) return again();
    const signal = AbortSignal.any([stopping, lease.signal]);
    const heads = await catalogue.heads();
    if (settings.enabled && !(await records.isTracking())) await records.startTracking(heads, now());
    const known = await records.all();
    const generateSettings: GenerateSettings = { ...settings, inputLength: settings.maxInputLength };
    let generated = 0;
    for (const head of heads) {
      signal.throwIfAborted();
      const record = known.get(head.id);
      if (!needsReading(head, record, settings.enabled)) continue;
      const isTooRecent = isRecent(record?.writtenAt ?? 0, pace.minAgeMs, now());
      if (isTooRecent || generated >= pace.perPass) again();
      else if (await updateExcerpt(head, record, generateSettings, signal)) generated += 1;
    }
  };
}

/** Decides from the head alone whether the article must be read. */
function needsReading(head: ArticleHead, record: ExcerptRecord | undefined, enabled: boolean): boolean {
  const owner = ownerOf(head, record);
  if (owner === 'person') return false;
  const isSeen = record?.seenRevision === head.revision;
  if (record?.auto) return !isSeen || record.seenHash === '' || isDue(owner, record, record.seenHash);
  return enabled && owner === 'nobody' && head.visibility === 'public' && !isSeen;
}

/** True without an excerpt or with an outdated one, unless this text was tried already. */
const isDue = (owner: Owner, record: ExcerptRecord | undefined, contentHash: string): boolean =>
  owner !== 'person' &&
  record?.triedHash !== contentHash &&
  !(owner === 'docent' && record?.contentHash === contentHash);
