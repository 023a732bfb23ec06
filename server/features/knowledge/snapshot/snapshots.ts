import type { SavedState, SearchIndex } from '../../../ports/search-index.ts';
import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { removeOldDrafts } from '../../../kit/files/draft-files.ts';
import type { Log } from '../../../ports/log.ts';
import { analysisFingerprint } from '../../../search/analysis/fingerprint.ts';
import type { Generation } from '../store.ts';
import { UnusableFile } from '../../../search/index/sections-file.ts';

/** Raise it when the layout of the file or of anything in the index changes. */
const layout = 2;

const suffix = '.snapshot';
/** Disk space that a snapshot leaves for the database. */
const roomLeft = 256 * 2 ** 20;

/** Snapshots of the search structures in this process's data folder, so that a start need not analyse every text again. */
export interface Snapshots {
  /** Loads a new index from the snapshot of a generation; `undefined` when no usable one exists, with the reason in the log. */
  open(generation: Generation, into: SearchIndex): Promise<SavedState | undefined>;
  /** Replaces the previous snapshot; true when it is on the disk. A failure is only logged as a warning. */
  save(generation: Generation, index: SearchIndex, state: SavedState): Promise<boolean>;
}

export interface SnapshotsDeps {
  readonly folder: string;
  readonly log: Log;
  /** Bytes that are free on the disk of a folder. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

export function createSnapshots({ folder, log, freeBytes = freeOnDisk }: SnapshotsDeps): Snapshots {
  const fingerprint = analysisFingerprint();
  const pathOf = ({ generation }: Generation) => join(folder, `${generation}${suffix}`);
  const headOf = ({ generation, signature, chunking, startedAt }: Generation) => ({
    layout,
    fingerprint,
    endianness: endianness(),
    generation,
    signature,
    chunking,
    startedAt,
  });

  return {
    async open(generation, into) {
      const path = pathOf(generation);
      try {
        return await into.open({ path, head: headOf(generation) });
      } catch (error) {
        log.warn(
          { path, err: String(error) },
          'the snapshot of the index cannot be used; the texts are read',
        );
        return undefined;
      }
    },

    async save(generation, index, state) {
      const path = pathOf(generation);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        if ((await freeBytes(folder)) < (await index.stats()).bytes + roomLeft)
          throw new UnusableFile('too little room is left on the disk');
        await index.save({ path, head: headOf(generation) }, state);
        await clear(folder, generation.generation);
        return true;
      } catch (error) {
        log.warn({ path, err: String(error) }, 'the snapshot of the index could not be written');
        return false;
      }
    },
  };
}

/** Deletes snapshots of earlier generations and files left by dead writers. */
async function clear(folder: string, generation: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const isEarlier = name.endsWith(suffix) && Number.parseInt(name, 10) < generation;
    if (isEarlier) await rm(join(folder, name), { force: true });
  }
  await removeOldDrafts(folder);
}

const freeOnDisk = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};
