import { explained, type Words } from '../../kit/explained.ts';
import { isFault } from '../../kit/fault.ts';
import { sha256 } from '../../kit/ids.ts';
import type { Article, ArticleHead, HostProblem } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';
import { documentKindOf, type DocumentKind } from '../../kit/files/document-kind.ts';
import type { ReadDocument } from './document.ts';
import type { DocumentReader } from './document-reader.ts';
import type { KeptDocument, KeptDocuments } from './kept-documents.ts';

/** A document that was found. */
export interface FoundDocument {
  /** Letters, digits and dashes. */
  readonly id: string;
  /** As it is named in the list of what was left out. */
  readonly path: string;
  readonly url: string;
  /** Changes whenever its content may have changed. */
  readonly stamp: string;
  /** Epoch milliseconds, where that is known. */
  readonly modifiedAt?: number;
  /** Its bytes; words say why it cannot be read, and `undefined` that it could not be had this time. Throws the Fault `unavailable` to be asked again at the next look. */
  readonly load: () => Promise<Uint8Array | Words | undefined>;
}

/** Documents as articles. They are read in the background, and one that is not read yet is not listed. */
export interface DocumentShelf extends AsyncDisposable {
  /** Says which documents there are now. */
  offer(found: readonly FoundDocument[]): void;
  /** Resolves when all that was offered has been read, or could not be. */
  whole(): Promise<void>;
  /** Waits for what earlier processes have read. */
  heads(): Promise<readonly ArticleHead[]>;
  /** Throws what reading a file of the data folder throws. */
  article(id: string): Promise<Article | undefined>;
  /** Documents that were left out, with the reasons. */
  problems(): readonly HostProblem[];
}

interface Shelved {
  readonly found: FoundDocument;
  readonly kind: DocumentKind;
  readonly read?: KeptDocument;
}

export function createDocumentShelf(deps: {
  readonly reader: DocumentReader;
  readonly kept: KeptDocuments;
  readonly log: Log;
  /** Called when others are listed than before, or one is listed with another text. */
  readonly changed: () => void;
}): DocumentShelf {
  const { reader, kept, log, changed } = deps;
  let shelf = new Map<string, Shelved>();
  let recalling: Promise<void> = Promise.resolve();
  let running: Promise<void> | undefined;
  let isClosed = false;
  /** Ids of documents that were not read as they are now. */
  let due = new Set<string>();

  const put = (id: string, read: KeptDocument): void => {
    const now = shelf.get(id);
    if (!now) return;
    shelf.set(id, { ...now, read });
    if (read.stamp === now.found.stamp) due.delete(id);
  };
  const nextDue = (): Shelved | undefined => {
    const [id] = due;
    return id === undefined ? undefined : shelf.get(id);
  };

  /** What an earlier process has read, also of a file that has changed since: it stays listed until it is read again. */
  const recall = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      const read = await kept.load(id).catch(() => undefined);
      if (read) put(id, read);
    }
  };

  const readDue = async (): Promise<void> => {
    await recalling;
    for (let next = nextDue(); next && !isClosed; next = nextDue()) {
      const { found } = next;
      // Another process may have read it meanwhile.
      const known = await kept.load(found.id);
      const read =
        known?.stamp === found.stamp
          ? known
          : await readOne({ ...next, kept, reader }).catch((error: unknown) => {
              if (isClosed || error instanceof NotKept || isFault(error, 'unavailable')) throw error;
              log.warn({ path: found.path, err: String(error) }, 'a document could not be read');
              return left(found.stamp, explained('file_unreadable'));
            });
      if (isClosed) return;
      const before = shelf.get(found.id)?.read;
      put(found.id, read);
      if (before?.hash !== read.hash || before.title !== read.title) changed();
    }
    await kept.keepOnly(new Set(shelf.keys()));
  };

  const work = (): void => {
    running ??= readAll();
  };
  const readAll = async (): Promise<void> => {
    let isDone = false;
    try {
      await readDue();
      isDone = true;
    } catch (error) {
      // A full disk or a database that is gone: what was read stays, and the next look goes on.
      if (!isClosed)
        log.warn({ err: String(error) }, 'documents could not be kept; the next look tries again');
    }
    running = undefined;
    if (isDone && !isClosed && due.size > 0) work();
  };

  const listed = () =>
    [...shelf.values()].flatMap(({ found, read }) => (read && read.reason === '' ? [{ found, read }] : []));

  return {
    offer(found) {
      const before = shelf;
      shelf = new Map(
        found.flatMap((one) => {
          const kind = documentKindOf(one.path);
          const { read } = before.get(one.id) ?? {};
          return kind ? [[one.id, { found: one, kind, ...(read && { read }) }] as const] : [];
        }),
      );
      due = new Set(
        [...shelf].flatMap(([id, { found: one, read }]) => (read?.stamp === one.stamp ? [] : [id])),
      );
      const added = [...shelf.keys()].filter((id) => !before.has(id));
      if (added.length > 0) recalling = recalling.then(() => recall(added));
      if ([...before.keys()].some((id) => !shelf.has(id))) changed();
      if (due.size > 0 || before.size !== shelf.size) work();
    },
    async whole() {
      while (running) await running;
    },
    async heads() {
      await recalling;
      return listed().map(({ found, read }) => headOf(found, read));
    },
    async article(id) {
      await recalling;
      const { found, read } = shelf.get(id) ?? {};
      if (!found || read?.reason !== '') return undefined;
      const text = await kept.text(id);
      return text === undefined ? undefined : { ...headOf(found, read), body: { format: 'html', text } };
    },
    problems: () =>
      [...shelf.values()].flatMap(({ found, read }) =>
        read && read.reason !== '' ? [{ path: found.path, reason: read.reason }] : [],
      ),
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await reader[Symbol.asyncDispose]();
      await running;
    },
  };
}

/** What was read cannot be kept. */
class NotKept extends Error {}

/** Reads a document and keeps what was read. Throws what is no fault of the document, {@link NotKept} for one of the place where it is kept. */
async function readOne({
  found,
  kind,
  read,
  kept,
  reader,
}: Shelved & { readonly kept: KeptDocuments; readonly reader: DocumentReader }): Promise<KeptDocument> {
  const { id, path, stamp } = found;
  const bytes = await found.load();
  // What was read before stays until the next time.
  if (bytes === undefined) return read ? { ...read, stamp } : left(stamp, explained('document_unreachable'));
  if (!(bytes instanceof Uint8Array)) return left(stamp, bytes);
  const made = await reader.read(kind, bytes).catch((error: unknown) => {
    if (isFault(error) && error.code === 'invalid') return error.words;
    throw error;
  });
  const isRead = typeof made === 'object' && 'html' in made;
  const now = isRead ? { stamp, title: titleOf(made, path), hash: made.hash, reason: '' } : left(stamp, made);
  await kept.save(id, now, isRead ? made.html : '').catch((cause: unknown) => {
    throw new NotKept(String(cause), { cause });
  });
  return now;
}

const left = (stamp: string, reason: Words): KeptDocument => ({ stamp, title: '', hash: '', reason });

function headOf({ id, url, modifiedAt }: FoundDocument, { title, hash }: KeptDocument): ArticleHead {
  const changed = modifiedAt === undefined ? '' : new Date(modifiedAt).toISOString();
  return {
    id,
    revision: sha256(`${hash}\n${url}\n${title}`).slice(0, 32),
    title,
    url,
    tags: [],
    categories: [],
    publishedAt: '',
    createdAt: changed,
    modifiedAt: changed,
    visits: null,
    excerpt: '',
    excerptIsManual: true,
    visibility: 'public',
    isUnlisted: true,
    isPage: true,
  };
}

/** As the document names itself, unless programs wrote that; else its first heading, else the name of its file. */
function titleOf({ title, heading }: ReadDocument, path: string): string {
  const isOwn = title !== '' && !byPrograms.test(title);
  return ((isOwn ? title : heading) || nameOf(path)).slice(0, longestTitle);
}

const byPrograms =
  /^Microsoft (?:Word|PowerPoint|Excel) - |\.(?:docx?|pdf|pptx?|xlsx?|indd|tex|dvi)$|^(?:untitled|无标题|document ?\d*)$/i;

const longestTitle = 200;

const nameOf = (path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.slice(0, name.lastIndexOf('.')).replace(/[-_]+/g, ' ').trim() || name;
};
