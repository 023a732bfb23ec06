import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { cellOf, wordsInCell, type Words } from '../../kit/explained.ts';
import { unlessMissing } from '../../kit/files/missing-file.ts';
import { parseJson } from '../../kit/json.ts';
import { writeAtomically } from '../atomic-file.ts';
import { readingVersion } from './document.ts';

const Stored = z.object({
  version: z.number(),
  /** Of the file that was read. */
  stamp: z.string(),
  title: z.string(),
  hash: z.string(),
  reason: z.string(),
});

/** What was read of a document, without its text. */
export interface KeptDocument {
  readonly stamp: string;
  readonly title: string;
  /** Of its text. */
  readonly hash: string;
  /** Why it was left out; `''` when it was read. */
  readonly reason: Words;
}

/** What was read of documents, in two files of a folder each by their ids, so that an unchanged one is read once. */
export const createKeptDocuments = (folder: string) => {
  const file = (id: string, ending: string): string => join(folder, `${id}.${ending}`);
  return {
    async load(id: string): Promise<KeptDocument | undefined> {
      const text = await readFile(file(id, 'json'), 'utf8').catch(unlessMissing);
      const stored = text === undefined ? undefined : Stored.safeParse(parseJson(text)).data;
      // What an earlier version has read stays until it is read again.
      const isCurrent = stored?.version === readingVersion;
      return (
        stored && { ...stored, stamp: isCurrent ? stored.stamp : '', reason: wordsInCell(stored.reason) }
      );
    },
    text: async (id: string): Promise<string | undefined> =>
      readFile(file(id, 'html'), 'utf8').catch(unlessMissing),
    async save(id: string, document: KeptDocument, html: string): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The text first: what is known of a document without one would stay so.
      await writeAtomically(file(id, 'html'), html);
      await writeAtomically(
        file(id, 'json'),
        JSON.stringify({ version: readingVersion, ...document, reason: cellOf(document.reason) }),
      );
    },
    /** Removes the files of all other documents. */
    async keepOnly(ids: ReadonlySet<string>): Promise<void> {
      const names = (await readdir(folder).catch(unlessMissing)) ?? [];
      for (const name of names) {
        const [, id] = /^(.+)\.(?:html|json)$/.exec(name) ?? [];
        if (id !== undefined && !ids.has(id)) await rm(join(folder, name), { force: true });
      }
    },
  };
};

export type KeptDocuments = ReturnType<typeof createKeptDocuments>;
