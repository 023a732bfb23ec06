import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { explained } from '../../../kit/explained.ts';
import { invalid } from '../../../kit/fault.ts';
import { documentLimits } from '../document.ts';

/** The files of an archive in memory. */
export interface Archive {
  has(path: string): boolean;
  /** A file as text in UTF-8 or UTF-16; `undefined` when there is none. Throws the Fault `invalid` for one that cannot be unpacked, or when all are too long. */
  text(path: string): Promise<string | undefined>;
}

/**
 * Opens an archive without unpacking it. What its list says of sizes is not believed: bytes are counted as they come.
 *
 * @throws Fault `invalid` for what is no archive
 */
export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  const file = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      { lazyEntries: true },
      (error, opened) => (error ? reject(broken()) : resolve(opened)),
    );
  });
  const entries = await entriesOf(file);
  let left: number = documentLimits.unpackedBytes;

  const unpack = (entry: Entry) =>
    new Promise<Buffer>((resolve, reject) => {
      if (entry.isEncrypted()) return reject(invalid(explained('document_locked')));
      file.openReadStream(entry, (error, stream) => {
        if (error) return reject(broken());
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => {
          left -= part.length;
          if (left < 0)
            stream.destroy(invalid(explained('document_unpacked', { bytes: documentLimits.unpackedBytes })));
          else parts.push(part);
        });
        stream.on('error', (reason: unknown) => reject(left < 0 ? reason : broken()));
        stream.on('end', () => resolve(Buffer.concat(parts)));
      });
    });

  return {
    has: (path) => entries.has(path),
    async text(path) {
      const entry = entries.get(path);
      return entry && decoded(await unpack(entry));
    },
  };
}

/** The entries by their paths; the first of two with the same one. */
function entriesOf(file: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    if (file.entryCount > documentLimits.entries)
      return reject(invalid(explained('document_entries', { count: documentLimits.entries })));
    file.on('error', () => reject(broken()));
    file.on('end', () => resolve(entries));
    file.on('entry', (entry: Entry) => {
      if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
      file.readEntry();
    });
    file.readEntry();
  });
}

function decoded(bytes: Buffer): string {
  const mark = bytes.length > 1 ? bytes.readUInt16BE(0) : 0;
  const charset = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(charset).decode(bytes);
}

export const broken = () => invalid(explained('document_broken'));
