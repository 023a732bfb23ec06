import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { endianness } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../../../ports/log.ts';
import { restoreEngine, type Engine } from '../engine/engine.ts';
import { analysisFingerprint } from '../engine/analysis/fingerprint.ts';
import { numberSection, readBytes, readTexts, textSections } from '../engine/sections.ts';
import type { Generation } from '../store.ts';
import {
  draftSuffix,
  openSections,
  UnusableFile,
  writeSections,
  type SectionsFile,
} from './sections-file.ts';

/** Raised when the file or anything in the index is laid out in another way than before. */
const layout = 2;

const suffix = '.snapshot';
/** Room that a snapshot leaves on the disk for the database. */
const roomLeft = 256 * 2 ** 20;
/** What a process that died while it wrote has left behind is taken away after this time. */
const draftLifeMs = 60 * 60_000;

/** What an article was like when it was put into the index; together with its id this names one writing of it. */
export interface KnownArticle {
  readonly id: string;
  readonly seq: number;
  readonly indexedAt: number;
}

/** Search structures as they were at a sequence number of the store. */
export interface Snapshot {
  readonly engine: Engine;
  readonly seq: number;
  /** Every article that the index knew. */
  readonly articles: readonly KnownArticle[];
}

/** Search structures in files of this process' data folder, so that a start need not analyse every text again. */
export interface Snapshots {
  /** The snapshot of a generation; `undefined` when there is none that can be used, and the log says why. */
  open(generation: Generation): Promise<Snapshot | undefined>;
  /** Puts it in place of the one before; true when it is on the disk. A failure is a warning in the log, no more. */
  save(generation: Generation, snapshot: Snapshot): Promise<boolean>;
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
    async open(generation) {
      const path = pathOf(generation);
      try {
        await using file = await openSections(path);
        if (!file) return undefined;
        const other = Object.entries(headOf(generation)).find(([key, value]) => file.about[key] !== value);
        if (other) throw new UnusableFile(`its ${other[0]} is another one`);
        return await read(file);
      } catch (error) {
        log.warn(
          { path, err: String(error) },
          'the snapshot of the index cannot be used; the texts are read',
        );
        return undefined;
      }
    },

    async save(generation, { engine, seq, articles }) {
      const path = pathOf(generation);
      const picture = engine.capture();
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        if ((await freeBytes(folder)) < engine.stats().bytes + roomLeft)
          throw new UnusableFile('too little room is left on the disk');
        const sections = [...picture.sections, ...articleSections(articles)];
        await writeSections(path, { ...headOf(generation), seq }, sections);
        await clear(folder, generation.generation);
        return true;
      } catch (error) {
        log.warn({ path, err: String(error) }, 'the snapshot of the index could not be written');
        return false;
      } finally {
        picture.release();
      }
    },
  };
}

const ids = 'known ids';
const marks = 'known marks';

const articleSections = (articles: readonly KnownArticle[]) => [
  ...textSections(
    ids,
    articles.map(({ id }) => id),
  ),
  numberSection(marks, Float64Array.from(articles.flatMap(({ seq, indexedAt }) => [seq, indexedAt]))),
];

async function read(file: SectionsFile): Promise<Snapshot> {
  const names = await readTexts(file, ids);
  const numbers = new Float64Array((await readBytes(file, marks)).buffer);
  const articles = names.map((id, index) => ({
    id,
    seq: numbers[2 * index] ?? -1,
    indexedAt: numbers[2 * index + 1] ?? -1,
  }));
  return { engine: await restoreEngine(file), seq: Number(file.about['seq']), articles };
}

/** Takes away snapshots of earlier generations and what writers that died have left. */
async function clear(folder: string, generation: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const isEarlier = name.endsWith(suffix) && Number.parseInt(name, 10) < generation;
    if (isEarlier || (name.endsWith(draftSuffix) && (await isOld(path)))) await rm(path, { force: true });
  }
}

/** Another process on the same folder may put its file in place meanwhile: then it is gone, and not old. */
const isOld = async (path: string): Promise<boolean> => {
  const written = await stat(path).catch(() => undefined);
  return written !== undefined && Date.now() - written.mtimeMs > draftLifeMs;
};

const freeOnDisk = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};
