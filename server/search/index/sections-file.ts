import { draftOf } from '../../kit/files/draft-files.ts';
import { isRecord } from '../../kit/json.ts';
import { unlessMissing } from '../../kit/files/missing-file.ts';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import type { SavedSections, SnapshotSection } from '../sections.ts';
import { yieldToEventLoop } from '../../work/event-loop.ts';

// A file of sections: a signature, the bytes of each section, a table of them as JSON, then the length and the
// checksum of the table and the signature again. A truncated file lacks this end and is rejected.

/** The reason why a file cannot be used; the message is for the operator. */
export class UnusableFile extends Error {}

const mark = Buffer.from('DocentIx');
const tailLength = 8 + mark.length;
const readLength = 1 << 22;

interface Entry {
  readonly name: string;
  readonly at: number;
  readonly length: number;
  readonly crc: number;
}

interface Table {
  readonly about: Readonly<Record<string, unknown>>;
  readonly sections: readonly Entry[];
}

/**
 * Writes sections to a temporary file that replaces the file when everything is on the disk: a reader, or a crash,
 * finds either the old or the new file. Rejects with the failure of the disk and removes the temporary file.
 */
export async function writeSections(
  path: string,
  about: Readonly<Record<string, unknown>>,
  sections: readonly SnapshotSection[],
): Promise<void> {
  const draft = draftOf(path);
  try {
    await using file = await open(draft, 'wx', 0o600);
    await file.writeFile(mark);
    let at = mark.length;
    const entries: Entry[] = [];
    for (const section of sections) {
      const entry = { name: section.name, at, length: 0, crc: 0 };
      for (const block of section.blocks()) {
        entry.crc = crc32(block, entry.crc);
        entry.length += block.length;
        await file.writeFile(block);
        await yieldToEventLoop();
      }
      at += entry.length;
      entries.push(entry);
    }
    const table = Buffer.from(JSON.stringify({ about, sections: entries }));
    const tail = Buffer.alloc(8);
    tail.writeUInt32LE(table.length, 0);
    tail.writeUInt32LE(crc32(table), 4);
    await file.writeFile(Buffer.concat([table, tail, mark]));
    await file.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/** Syncs the folder, where the system supports it, so that the new name survives a crash. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

/** An open file of sections. */
export interface SectionsFile extends SavedSections, AsyncDisposable {
  readonly about: Readonly<Record<string, unknown>>;
}

/** Opens a file of sections; `undefined` when there is none. Rejects with {@link UnusableFile} when it is damaged. */
export async function openSections(path: string): Promise<SectionsFile | undefined> {
  const file = await open(path, 'r').catch(unlessMissing);
  if (!file) return undefined;
  try {
    const { about, sections } = await readTable(file);
    const byName = new Map(sections.map((entry) => [entry.name, entry]));
    const entryOf = (name: string): Entry => {
      const entry = byName.get(name);
      if (!entry) throw new UnusableFile(`it has no section ${name}`);
      return entry;
    };
    return {
      about,
      length: (name) => entryOf(name).length,
      into: (name, target) => readSection(file, entryOf(name), target),
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readTable(file: FileHandle): Promise<Table> {
  const { size } = await file.stat();
  if (size < mark.length + tailLength) throw new UnusableFile('it is cut');
  const tail = await readAt(file, size - tailLength, Buffer.alloc(tailLength));
  const length = tail.readUInt32LE(0);
  if (!tail.subarray(8).equals(mark) || length > size - tailLength) throw new UnusableFile('it is cut');
  const table = await readAt(file, size - tailLength - length, Buffer.alloc(length));
  if (crc32(table) !== tail.readUInt32LE(4)) throw new UnusableFile('its table is damaged');
  const parsed: unknown = JSON.parse(table.toString());
  if (!isTable(parsed)) throw new UnusableFile('its table is of another kind');
  return parsed;
}

/** Checked without a schema library, which would take a tenth of the index thread's start and 5 MB. */
function isTable(value: unknown): value is Table {
  return (
    isRecord(value) &&
    isRecord(value['about']) &&
    Array.isArray(value['sections']) &&
    value['sections'].every(isEntry)
  );
}

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) &&
  typeof value['name'] === 'string' &&
  [value['at'], value['length'], value['crc']].every(Number.isFinite);

async function readSection(file: FileHandle, { name, at, length, crc }: Entry, target: Uint8Array) {
  if (target.length !== length) throw new UnusableFile(`section ${name} has another length`);
  let sum = 0;
  for (let from = 0; from < length; from += readLength) {
    const block = target.subarray(from, Math.min(length, from + readLength));
    await readAt(file, at + from, block);
    sum = crc32(block, sum);
    await yieldToEventLoop();
  }
  if (sum !== crc) throw new UnusableFile(`section ${name} is damaged`);
}

async function readAt<T extends Uint8Array>(file: FileHandle, at: number, target: T): Promise<T> {
  for (let done = 0; done < target.length;) {
    const { bytesRead } = await file.read(target, done, target.length - done, at + done);
    if (bytesRead === 0) throw new UnusableFile('it is cut');
    done += bytesRead;
  }
  return target;
}
