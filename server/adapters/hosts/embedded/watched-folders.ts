import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Log } from '../../../ports/log.ts';

/** Folders whose changes are told. A folder tells of its files, so that none of these is watched by itself. */
export interface WatchedFolders {
  /** Watches a folder from now on; a folder of another identity is another one that has come to its path. */
  visit(folder: string, identity?: string): void;
  /** Watches a link that leads to the folder from now on, which another one may replace; of what stands beside it nothing is told. */
  visitLink(link: string, identity: string): void;
  /** Ends the watch of folders that were not visited since the last call. */
  keepVisited(): void;
  close(): void;
}

/** Each costs the system memory that other programs share; changes in more folders are found by looking again. */
const mostFolders = 20_000;

export function watchFolders(changed: () => void, log: Log): WatchedFolders {
  const watchers = new Map<string, { readonly watcher: FSWatcher; readonly identity: string }>();
  let visited = new Set<string>();
  let hasWarned = false;

  const leave = (folder: string): void => {
    watchers.get(folder)?.watcher.close();
    watchers.delete(folder);
  };
  const warn = (reason: string): void => {
    if (hasWarned) return;
    hasWarned = true;
    log.warn(
      { err: reason },
      'the content folder cannot be watched as a whole; it is scanned regularly instead',
    );
  };
  const watchOne = (folder: string): FSWatcher =>
    watch(folder, { persistent: false }, (event, name) => {
      if (name !== null && isIgnored(name)) return;
      // Another folder may stand there when it is visited next.
      if (event === 'rename' && name !== null) leave(join(folder, name));
      if (event === 'rename' && name === basename(folder)) leave(folder);
      changed();
    }).on('error', () => {
      leave(folder);
      changed();
    });

  /** By the folder that holds it, since a watch of the link itself is one of what it leads to. */
  const watchLink = (link: string): FSWatcher =>
    watch(dirname(link), { persistent: false }, (_, name) => {
      if (name === null || name === basename(link)) changed();
    }).on('error', () => {
      leave(keyOfLink(link));
      changed();
    });

  const visit = (key: string, identity: string, begin: () => FSWatcher): void => {
    visited.add(key);
    const known = watchers.get(key);
    if (known?.identity === identity) return;
    // A folder above it was replaced, or a link leads elsewhere, of which no event tells here.
    if (known) leave(key);
    if (watchers.size >= mostFolders) return warn(`more than ${mostFolders} folders`);
    try {
      watchers.set(key, { watcher: begin(), identity });
    } catch (error) {
      // The listing tells of a folder that is gone or closed.
      if (!isGone(error)) warn(String(error));
    }
  };

  return {
    visit: (folder, identity = '') => visit(folder, identity, () => watchOne(folder)),
    visitLink: (link, identity) => visit(keyOfLink(link), identity, () => watchLink(link)),
    keepVisited() {
      for (const folder of watchers.keys()) if (!visited.has(folder)) leave(folder);
      visited = new Set();
    },
    close() {
      for (const folder of watchers.keys()) leave(folder);
    },
  };
}

/** A link is watched beside the folder that it leads to. */
const keyOfLink = (link: string): string => `link ${link}`;

/** A name with two dots is that of the link by which Kubernetes replaces all files of a volume at once. */
const isIgnored = (name: string): boolean => /^\.(?!\.)|^node_modules$/.test(name);

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'EACCES', 'ENOTDIR'].includes(String(error.code));
