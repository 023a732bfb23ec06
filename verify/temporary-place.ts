import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** The folder below which a run of tests or benches, with all processes that it starts, keeps its temporary files. */
export interface TemporaryPlace {
  readonly folder: string;
  /** Removes the folder, with what is left in it; its names are returned. */
  remove(): readonly string[];
}

const prefix = 'docent-run-';

/**
 * Folder for what Node has compiled: processes and threads that tests start load the same modules again and again, and the cache halves a
 * start. Without it programs that cache would do so in the temporary folder.
 */
export const compileCache: string = join(import.meta.dirname, '../node_modules/.cache/node-compile');

/** Makes a folder; those of runs that were killed before they could remove theirs are removed. */
export function makeTemporaryPlace(below = tmpdir()): TemporaryPlace {
  for (const name of readdirSync(below)) {
    const owner = Number(/^docent-run-(\d+)-/.exec(name)?.[1]);
    if (owner > 0 && !isAlive(owner)) rmSync(join(below, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(below, `${prefix}${process.pid}-`));
  // As the system's own: a server that runs as another user reads and writes below it.
  chmodSync(folder, 0o1777);
  return {
    folder,
    remove() {
      const left = readdirSync(folder);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      return left.toSorted();
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What is left behind, in one line; `''` when nothing is. */
export const toldLeft = (names: readonly string[]): string =>
  names.length === 0 ? '' : `left behind in the temporary folder: ${names.join(', ')}`;

/**
 * Has this process and those that it starts keep their temporary files in a place of their own until the returned function is called,
 * which says what was left there.
 */
export function keepTemporaryFilesApart(): () => void {
  const place = makeTemporaryPlace();
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = place.folder;
  process.env['NODE_COMPILE_CACHE'] ??= compileCache;
  return () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    const told = toldLeft(place.remove());
    if (told !== '') process.stderr.write(`${told}\n`);
  };
}

/** Around a run of tests; a lane of `npm run verify` has a place already. */
export default function begin(): (() => void) | undefined {
  return process.env['DOCENT_TEST_COUNTS'] === undefined ? keepTemporaryFilesApart() : undefined;
}
