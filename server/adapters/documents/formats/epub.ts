import { posix } from 'node:path';
import { explained } from '../../../kit/explained.ts';
import { invalid } from '../../../kit/fault.ts';
import { percentDecoded } from '../../../text/percent-decoded.ts';
import { createXmlReader, type XmlEvents } from '../../xml-reader.ts';
import type { DocumentText } from '../document.ts';
import { asTitle, createHtmlWriter } from './html-writer.ts';
import { broken, openArchive } from './zip.ts';

/** Reads a book: its chapters in the order in which they are read. */
export async function readEpub(bytes: Uint8Array): Promise<DocumentText> {
  const archive = await openArchive(bytes);
  const packagePath = rootOf((await archive.text('META-INF/container.xml')) ?? '');
  const source = await archive.text(packagePath);
  if (source === undefined) throw broken();
  const { title, chapters } = readPackage(source, posix.dirname(packagePath));
  const locked = lockedFiles((await archive.text('META-INF/encryption.xml')) ?? '');
  if (chapters.some((path) => locked.has(path))) throw invalid(explained('document_locked'));
  const writer = createHtmlWriter();
  for (const path of new Set(chapters)) {
    const chapter = await archive.text(path);
    if (chapter !== undefined) writer.put(`${bodyOf(chapter)}\n<hr>\n`);
  }
  return { title, html: writer.html };
}

/** What is between the tags of the body; all of a text without them. */
function bodyOf(chapter: string): string {
  const begin = chapter.search(/<body[\s>]/i);
  const from = begin < 0 ? 0 : chapter.indexOf('>', begin) + 1;
  if (from === 0) return chapter;
  const rest = chapter.slice(from);
  const end = rest.search(/<\/body/i);
  return end < 0 ? rest : rest.slice(0, end);
}

function walk(source: string, events: Partial<XmlEvents>): void {
  const reader = createXmlReader({ open() {}, close() {}, text() {}, ...events });
  reader.write(source);
}

/** Path of the file that lists the parts of the book. */
function rootOf(source: string): string {
  let path = '';
  walk(source, {
    open(name, _, attributes) {
      if (localName(name) === 'rootfile' && path === '') path = attributes['full-path'] ?? '';
    },
  });
  return path;
}

/** Files that are encrypted; fonts are so in many books that everybody can read. */
function lockedFiles(source: string): ReadonlySet<string> {
  const files = new Set<string>();
  walk(source, {
    open(name, _, attributes) {
      if (localName(name) === 'cipherreference') files.add(percentDecoded(attributes['uri'] ?? ''));
    },
  });
  return files;
}

function readPackage(source: string, folder: string) {
  const files = new Map<string, string>();
  const order: string[] = [];
  let title = '';
  let inTitle = false;
  walk(source, {
    open(name, _, attributes) {
      inTitle = localName(name) === 'title' && title === '';
      const id = attributes['id'] ?? '';
      if (localName(name) === 'item' && /html/.test(attributes['media-type'] ?? ''))
        files.set(id, posix.join(folder, percentDecoded(attributes['href'] ?? '')));
      if (localName(name) === 'itemref') order.push(attributes['idref'] ?? '');
    },
    close: () => void (inTitle = false),
    text: (text) => void (inTitle && (title += text)),
  });
  return { title: asTitle(title), chapters: order.flatMap((id) => files.get(id) ?? []) };
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
