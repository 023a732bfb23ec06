import type { InterfaceLanguage } from '../../../contract/site/interface-language.ts';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { handbook } from '../../../contract/site/handbook.ts';
import { implement, type Document, type Feature } from '../../http/implement.ts';
import { notFound } from '../../kit/fault.ts';
import { shipped } from '../../kit/shipped.ts';
import { handbookPage, type Entry } from './page.ts';
import { readSource, type Source } from './source.ts';

/** The handbook of this version as pages; each is rendered at its first request. `folder` has a subfolder for each language. */
export function createHandbook({ folder = shipped('handbook') }: { readonly folder?: string } = {}): Feature {
  const chapters = new Map<InterfaceLanguage, Promise<ReadonlyMap<string, Source>>>();
  const made = new Map<string, Document>();
  const chaptersIn = (language: InterfaceLanguage) => {
    const known = chapters.get(language);
    if (known) return known;
    const read = readAll(join(folder, language));
    chapters.set(language, read);
    // A failure is not cached: the next request reads again.
    read.catch(() => chapters.delete(language));
    return read;
  };
  return {
    routes: [
      implement(handbook, {
        page: async ({ params: { language, name } }) => {
          const all = await chaptersIn(language);
          const source = all.get(name);
          if (!source) throw notFound('Page of the handbook');
          const key = `${language}/${name}`;
          const entries: Entry[] = [...all].map(([entry, { title }]) => ({ name: entry, title }));
          const page = made.get(key) ?? handbookPage({ language, name, source, entries });
          made.set(key, page);
          return page;
        },
      }),
    ],
  };
}

/** Pages of a language by name, sorted by date, which is the reading order. */
async function readAll(folder: string): Promise<ReadonlyMap<string, Source>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md'));
  const sources = await Promise.all(
    files.map(async (file) => {
      const source = readSource(await readFile(join(folder, file), 'utf8'));
      return [file.slice(0, -'.md'.length), source] as const;
    }),
  );
  return new Map(sources.toSorted(([, a], [, b]) => a.date.localeCompare(b.date)));
}
