import { excerptLimits } from '../../../contract/excerpts.ts';
import { explained, type Words } from '../../kit/explained.ts';
import { conflict, Fault, isFault, notFound, unavailable, isTimeout } from '../../kit/fault.ts';
import { truncate } from '../../text/text.ts';
import { withTimeout } from '../../work/timeout.ts';
import type { Article, Host } from '../../ports/host.ts';
import { contentHashOf } from '../../kit/ids.ts';
import { ownerOf, textHashOf } from './authorship.ts';
import { sanitizeText } from './sanitize-text.ts';
import type { ExcerptRecord, ExcerptRecords } from './store/records.ts';
import type { GenerateSettings, Generate, Generated } from './generate.ts';

/** Result of writing or clearing one excerpt. */
export type Edit =
  | { readonly kind: 'done'; readonly title: string; readonly text: string }
  | { readonly kind: 'skipped'; readonly title: string; readonly reason: Words };

export interface ApplyOptions {
  /** Overwrites excerpts of a person, too. */
  readonly force?: boolean;
  readonly signal: AbortSignal;
  /** Settings of the excerpt; without them the contract's lengths for a manual request apply. */
  readonly settings?: GenerateSettings;
  /** Skips articles whose current text got an excerpt by Docent after this time (epoch milliseconds). */
  readonly doneSince?: number;
  /** Called before each model call. */
  readonly onCall?: () => void;
  /** A proposal accepted by a person; no model is called. */
  readonly agreed?: string;
}

/** Writes and clears excerpts of single articles on the host. */
export interface ExcerptEditor {
  /** Throws `conflict` when the host cannot store excerpts. */
  assertWritable(): void;
  /** A summary, which is not stored. */
  summarize(id: string, signal: AbortSignal): Promise<Generated>;
  /** Generates and stores an excerpt. Throws `not-found`, the Faults of the host and of {@link Generate}. */
  generate(id: string, options: ApplyOptions): Promise<Edit>;
  clear(id: string, options: ApplyOptions): Promise<Edit>;
  /** A published article. Throws `not-found`, and `unavailable` when the host takes too long. */
  article(id: string, signal: AbortSignal): Promise<Article>;
}

/** Settings of a manual request: fixed lengths, built-in instructions. */
export const byHand: GenerateSettings = {
  maxLength: excerptLimits.length,
  inputLength: excerptLimits.inputLength,
  temperature: 0.3,
  maxTokens: 512,
  prompt: '',
};

const manualReason = explained('excerpt_by_person');

const readMs = 20_000;
const writeMs = 20_000;

export function createExcerptEditor(deps: {
  readonly host: Pick<Host, 'article' | 'writeExcerpt' | 'describe'>;
  readonly records: ExcerptRecords;
  readonly write: Generate;
  readonly now: () => number;
  /** Called after a write to the host. */
  readonly changed: () => Promise<void>;
}): ExcerptEditor {
  const { host, records, write, now } = deps;

  const article = async (id: string, signal: AbortSignal): Promise<Article> => {
    const found = await withTimeout(readMs, signal, (limit) => host.article(id, limit)).catch(timely(signal));
    if (!found) throw notFound('Article');
    return found;
  };

  /** A started write is finished even when the client leaves; otherwise host and records could disagree. */
  const toHost = (id: string, text: string): Promise<string> => {
    const { signal } = new AbortController();
    return withTimeout(writeMs, signal, (limit) => host.writeExcerpt(id, text, { signal: limit })).catch(
      timely(signal),
    );
  };

  const assertWritable = () => {
    if (!host.describe().canWriteExcerpts) throw conflict(explained('excerpts_not_stored'));
  };

  /** `source` is the article that the text was written from, `latest` its current state. */
  const put = async (source: Article, latest: Article, { text, model }: Generated): Promise<Edit> => {
    const textHash = textHashOf(text);
    await records.put(source.id, { intendedHash: textHash });
    const seenRevision = await toHost(source.id, text);
    await records.put(source.id, {
      textHash,
      contentHash: contentHashOf(source),
      model,
      writtenAt: now(),
      seenRevision,
      seenHash: contentHashOf(latest),
      triedHash: '',
    });
    await deps.changed();
    return { kind: 'done', title: source.title, text };
  };

  return {
    assertWritable,
    article,

    async summarize(id, signal) {
      return write(await article(id, signal), byHand, signal);
    },

    async generate(id, { force = false, signal, settings = byHand, doneSince, agreed, onCall }) {
      assertWritable();
      const source = await article(id, signal);
      const record = await records.read(id);
      const owner = ownerOf(source, record);
      if (owner === 'person' && !force) return { kind: 'skipped', title: source.title, reason: manualReason };
      if (owner === 'docent' && isDone(record, source, doneSince))
        return { kind: 'done', title: source.title, text: source.excerpt };
      const asked = agreed ? excerptLimits.agreedLength : settings.maxLength;
      const maxLength = Math.min(asked, host.describe().maxExcerptLength ?? asked);
      const written = agreed
        ? { text: sanitizeText(truncate(agreed, maxLength)), model: '' }
        : await write(source, { ...settings, maxLength }, signal, onCall);
      if (written.text === '') throw conflict(explained('excerpt_no_words'));
      signal.throwIfAborted();
      // The article may have changed during the model call.
      const latest = await article(id, signal);
      const isNew = latest.excerpt !== source.excerpt;
      if (isNew && !force && ownerOf(latest, await records.read(id)) === 'person')
        return { kind: 'skipped', title: source.title, reason: manualReason };
      return put(source, latest, written);
    },

    async clear(id, { force = false, signal }) {
      assertWritable();
      const source = await article(id, signal);
      const owner = ownerOf(source, await records.read(id));
      if (owner === 'person' && !force) return { kind: 'skipped', title: source.title, reason: manualReason };
      const seenRevision = await toHost(id, '');
      const seenHash = contentHashOf(source);
      await records.put(id, { ...cleared, seenRevision, seenHash, triedHash: seenHash });
      await deps.changed();
      if (owner === 'person' && (await article(id, signal)).excerpt === source.excerpt)
        throw conflict(explained('excerpt_in_article'));
      return { kind: 'done', title: source.title, text: '' };
    },
  };
}

/** Record of a cleared excerpt: no automatic update until the article changes. */
const cleared: Partial<ExcerptRecord> = {
  auto: false,
  textHash: '',
  intendedHash: '',
  contentHash: '',
  model: '',
  writtenAt: 0,
};

const isDone = (record: ExcerptRecord | undefined, source: Article, since: number | undefined) =>
  since !== undefined &&
  record !== undefined &&
  record.writtenAt >= since &&
  record.contentHash === contentHashOf(source);

/** Faults of the host are passed on; a timeout or any other error becomes `unavailable`. */
const timely =
  (signal: AbortSignal) =>
  (error: unknown): never => {
    if (signal.aborted || isFault(error)) throw error;
    if (isTimeout(error)) throw unavailable(explained('site_late'));
    throw new Fault('unavailable', explained('site_not_asked'), {}, error);
  };
