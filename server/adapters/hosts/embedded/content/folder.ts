import { constants } from 'node:fs';
import { open, readdir, realpath, stat, type FileHandle } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { explained, type Words } from '../../../../kit/explained.ts';
import { documentKindOf } from '../../../../kit/files/document-kind.ts';
import { isFault } from '../../../../kit/fault.ts';
import { mediaTypeOf } from './media-types.ts';
import { fromDisk, isDiskAway } from './patient-disk.ts';

/** A file below the content folder. */
export interface FoundFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly size: number;
  readonly modifiedAt: number;
  readonly createdAt: number;
  /** Changes with every write, even one that resets the modification time. */
  readonly stamp: string;
}

/** A file or folder that cannot be used, with the reason for the operator. */
export interface Problem {
  readonly path: string;
  readonly line?: number;
  readonly reason: Words;
}

export interface Listing {
  /** The folder's real path. */
  readonly base: string;
  readonly articles: readonly FoundFile[];
  /** Paths of images and other files beside articles. */
  readonly media: ReadonlySet<string>;
  /** Those of the media that have a text to read. */
  readonly documents: readonly FoundFile[];
  /** Folders that could not be read; their files count as unknown, not as deleted. */
  readonly unread: readonly string[];
  readonly problems: readonly Problem[];
}

const maxFiles = 200_000;
const maxDepth = 32;

/** Folders of site generators without articles. */
const skipped = new Set(
  '_layouts _includes _data _sass _site _drafts _templates node_modules vendor themes archetypes'.split(' '),
);

/**
 * Walks a folder. Names with a leading dot are left out, symbolic links are followed only within the folder. Rejects
 * when the folder itself cannot be read, and when its disk does not answer. `visiting` is told each folder and what it is known by on its disk, before it is listed.
 */
export const listFolder = async (
  root: string,
  visiting: (folder: string, identity: string) => void = () => undefined,
): Promise<Listing> => {
  const base = await fromDisk(root, () => realpath(root));
  const articles: FoundFile[] = [];
  const media = new Set<string>();
  const documents: FoundFile[] = [];
  const problems: Problem[] = [];
  const unread: string[] = [];
  const seen = new Set<string>([base]);
  const folders: { path: string; depth: number }[] = [{ path: '', depth: 0 }];

  const visit = async (path: string, depth: number) => {
    const folder = join(base, path);
    // A look at it first: who watches a folder whose disk does not answer is held up with all else.
    const { dev, ino } = await fromDisk(root, () => stat(folder));
    visiting(folder, `${dev} ${ino}`);
    const entries = await fromDisk(root, () => readdir(folder, { withFileTypes: true }));
    for (const entry of entries) {
      if (entry.name.startsWith('.') || entry.name.includes('\\') || articles.length + media.size >= maxFiles)
        continue;
      const child = path === '' ? entry.name : `${path}/${entry.name}`;
      const kind = entry.isSymbolicLink()
        ? await linkedKind({ root, base, path: child }, problems)
        : kindOf(entry);
      if (kind === 'folder' && !skipped.has(entry.name) && depth < maxDepth) await enter(child, depth + 1);
      else if (kind === 'file' && isMarkdown(entry.name)) await addTo(articles, child);
      else if (kind === 'file' && mediaTypeOf(entry.name)) {
        media.add(child);
        if (documentKindOf(entry.name)) await addTo(documents, child);
      }
    }
  };
  const enter = async (path: string, depth: number) => {
    const real = await unlessGone(fromDisk(root, () => realpath(join(base, path))));
    if (real === undefined || seen.has(real)) return;
    seen.add(real);
    folders.push({ path, depth });
  };
  const addTo = async (files: FoundFile[], path: string) => {
    const about = await fromDisk(root, () => stat(join(base, path))).catch((error: unknown) => {
      if (isDiskAway(error)) throw error;
      problems.push({ path, reason: fileFailure(error) });
    });
    if (about) files.push(foundFile(path, about));
  };

  for (let next = folders.pop(); next; next = folders.pop()) {
    const { path, depth } = next;
    try {
      await visit(path, depth);
    } catch (error) {
      if (path === '' || isDiskAway(error)) throw error;
      unread.push(path);
      problems.push({ path, reason: fileFailure(error) });
    }
  }
  if (articles.length + media.size >= maxFiles)
    problems.push({ path: '.', reason: explained('file_many', { count: maxFiles }) });
  return { base, articles, media, documents, unread, problems };
};

/** A file below the folder with its content. */
export interface ReadFile extends FoundFile {
  /** `undefined` when the file is longer than allowed. */
  readonly bytes: Uint8Array | undefined;
}

/**
 * Finds a file by its path below the folder; `undefined` when there is none or it lies outside. Names with a leading
 * dot do not exist.
 */
export const findInside = async (root: string, path: string): Promise<FoundFile | undefined> => {
  const real = await realPathInside(root, path);
  const about = real === undefined ? undefined : await fromDisk(root, () => stat(real));
  return about?.isFile() ? foundFile(path, about) : undefined;
};

/**
 * Reads a file of at most `maxBytes` by its path below the folder, under the same rules. Pass `base`, the folder's real
 * path, when reading many files.
 */
export const readInside = async (
  root: string,
  path: string,
  maxBytes: number,
  base?: string,
): Promise<ReadFile | undefined> => {
  const real = await realPathInside(root, path, base);
  if (real === undefined) return undefined;
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await fromDisk(root, () => open(real, flags), leave);
  try {
    const about = await fromDisk(root, () => file.stat());
    if (!about.isFile()) return undefined;
    return {
      ...foundFile(path, about),
      bytes: about.size <= maxBytes ? await contentOf(root, file, about.size) : undefined,
    };
  } finally {
    leave(file);
  }
};

/** Closes a file, which nobody waits for: it may take as long as its disk. */
const leave = (file: FileHandle): void => void file.close().catch(() => undefined);

const realPathInside = async (root: string, path: string, base?: string): Promise<string | undefined> => {
  if (path.split('/').some((part) => part === '' || part.startsWith('.') || /[\\\0]/.test(part)))
    return undefined;
  const folder = base ?? (await fromDisk(root, () => realpath(root)));
  const real = await unlessGone(fromDisk(root, () => realpath(join(folder, path))));
  return real !== undefined && isInside(folder, real) ? real : undefined;
};

/** What a call finds; `undefined` where there is nothing. */
export const unlessGone = async <T>(found: Promise<T>): Promise<T | undefined> =>
  found.catch((error: unknown) => {
    if (isDiskAway(error)) throw error;
    return undefined;
  });

/** Bytes per call: few calls, since each one takes a thread, but so many that a slow disk answers in time. */
const bytesAtOnce = 4_000_000;

/** The first `size` bytes of a file, fewer when it has become shorter. */
const contentOf = async (root: string, file: FileHandle, size: number): Promise<Uint8Array> => {
  const bytes = Buffer.allocUnsafeSlow(size);
  let length = 0;
  while (length < size) {
    const wanted = Math.min(size - length, bytesAtOnce);
    const { bytesRead } = await fromDisk(root, () => file.read(bytes, length, wanted, length));
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
};

/** Message for the operator about a failed file system call. */
export function fileFailure(error: unknown): Words {
  if (isFault(error)) return error.words;
  if (!(error instanceof Error && 'code' in error)) return explained('file_unreadable');
  const code = String(error.code);
  const known = failureCodes.get(code);
  return known ? explained(known) : code;
}

const failureCodes = new Map([
  ['ENOENT', 'file_missing' as const],
  ['EACCES', 'file_denied' as const],
  ['EIO', 'file_disk' as const],
]);

const foundFile = (
  path: string,
  about: {
    readonly size: number;
    readonly mtimeMs: number;
    readonly ctimeMs: number;
    readonly birthtimeMs: number;
    readonly ino: number;
  },
): FoundFile => ({
  path,
  size: about.size,
  modifiedAt: about.mtimeMs,
  createdAt: Math.min(about.birthtimeMs || about.mtimeMs, about.mtimeMs),
  stamp: `${about.size} ${about.mtimeMs} ${about.ctimeMs} ${about.ino}`,
});

const kindOf = (entry: { isFile(): boolean; isDirectory(): boolean }): 'file' | 'folder' | 'other' =>
  entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other';

const linkedKind = async (
  { root, base, path }: { readonly root: string; readonly base: string; readonly path: string },
  problems: Problem[],
): Promise<'file' | 'folder' | 'other'> => {
  try {
    const real = await fromDisk(root, () => realpath(join(base, path)));
    if (isInside(base, real)) return kindOf(await fromDisk(root, () => stat(real)));
    problems.push({ path, reason: explained('file_link_out') });
  } catch (error) {
    if (isDiskAway(error)) throw error;
    problems.push({ path, reason: explained('file_link_dead') });
  }
  return 'other';
};

const isInside = (base: string, real: string): boolean => {
  const path = relative(base, real);
  return path !== '..' && !path.startsWith(`..${sep}`);
};

/** True for Markdown files. MDX files with a leading underscore are partials that pages import. */
const isMarkdown = (name: string): boolean => /\.(?:md|markdown)$|^[^_].*\.mdx$/i.test(name);
