import { explained } from '../../../kit/explained.ts';
import { invalid } from '../../../kit/fault.ts';
import { createXmlReader, type XmlEvents } from '../../xml-reader.ts';
import type { DocumentText } from '../document.ts';
import { asTitle, createHtmlWriter, createTextLimit, oneLine, type HtmlWriter } from './html-writer.ts';
import { broken, openArchive } from './zip.ts';

/** Reads a document of Word: paragraphs, headings by their styles, lists, and tables. */
export async function readDocx(bytes: Uint8Array): Promise<DocumentText> {
  // A file with a password is no archive but a container of its own format.
  if (Buffer.from(bytes.subarray(0, 4)).toString('hex') === 'd0cf11e0')
    throw invalid(explained('document_locked'));
  const archive = await openArchive(bytes);
  const source = await archive.text('word/document.xml');
  if (source === undefined) throw broken();
  const levels = levelsOf((await archive.text('word/styles.xml')) ?? '');
  const writer = createHtmlWriter();
  read(source, bodyReader(writer, levels));
  let title = '';
  let inTitle = false;
  read((await archive.text('docProps/core.xml')) ?? '', {
    open: (name) => void (inTitle = name === 'dc:title'),
    close: () => void (inTitle = false),
    text: (text) => void (inTitle && (title += text)),
  });
  return { title: asTitle(title), html: writer.html };
}

function read(source: string, events: XmlEvents): void {
  const reader = createXmlReader(events);
  reader.write(source);
  if (!reader.end() && source !== '') throw broken();
}

/** Heading levels by the ids of styles: of their outline, or of the style that they are based on. */
function levelsOf(source: string): ReadonlyMap<string, number> {
  const own = new Map<string, number>();
  const based = new Map<string, string>();
  let id = '';
  read(source, {
    open(name, _, attributes) {
      const value = attributes['w:val'] ?? '';
      if (name === 'w:style') id = attributes['w:styleid'] ?? '';
      else if (name === 'w:basedon') based.set(id, value);
      else if (name === 'w:outlinelvl' && /^[0-8]$/.test(value)) own.set(id, Number(value) + 1);
      else if (name === 'w:name' && /^title$/i.test(value)) own.set(id, 1);
      else if (name === 'w:name' && /^heading [1-9]$/i.test(value)) own.set(id, Number(value.at(-1)));
    },
    close() {},
    text() {},
  });
  const levels = new Map<string, number>();
  for (const style of new Set([...own.keys(), ...based.keys()])) {
    let at: string | undefined = style;
    for (let step = 0; step < mostBased && at !== undefined && !own.has(at); step++) at = based.get(at);
    const level = own.get(at ?? '');
    if (level !== undefined) levels.set(style, level);
  }
  return levels;
}

/** Styles that are based on each other. */
const mostBased = 20;

/** Parts whose text is not read: what was struck out, and the second version of a drawing. */
const unread = new Set(['w:del', 'w:movefrom', 'mc:fallback', 'w:instrtext']);

function bodyReader(writer: HtmlWriter, levels: ReadonlyMap<string, number>): XmlEvents {
  // What stands in cells is written at the end of a table, so that it is counted as it comes.
  const count = createTextLimit();
  let text = '';
  let level = 0;
  let isItem = false;
  let skippedFrom = 0;
  let inText = false;
  /** Tables that are open; a table within another one is part of its cell. */
  let tables = 0;
  let rows: string[][] = [];
  const endParagraph = () => {
    if (tables > 0) text += ' ';
    else {
      const said = oneLine(text);
      if (said !== '') {
        if (level > 0) writer.heading(level, said);
        else if (isItem) writer.item(said);
        else writer.paragraph(said);
      }
      text = '';
    }
  };
  return {
    open(name, depth, attributes) {
      if (skippedFrom > 0) return;
      if (unread.has(name)) skippedFrom = depth;
      else if (name === 'w:t') inText = true;
      else if (name === 'w:tab' || name === 'w:br' || name === 'w:cr') text += ' ';
      else if (name === 'w:p') [level, isItem] = [0, false];
      else if (name === 'w:pstyle') level = levels.get(attributes['w:val'] ?? '') ?? 0;
      else if (name === 'w:outlinelvl' && /^[0-8]$/.test(attributes['w:val'] ?? ''))
        level = Number(attributes['w:val']) + 1;
      else if (name === 'w:numpr') isItem = true;
      else if (name === 'w:tbl' && tables++ === 0) rows = [];
      else if (name === 'w:tr' && tables === 1) rows.push([]);
      else if (name === 'w:tc' && tables === 1) text = '';
    },
    close(name, depth) {
      if (skippedFrom > 0) {
        if (depth === skippedFrom) skippedFrom = 0;
        return;
      }
      if (name === 'w:t') inText = false;
      else if (name === 'w:p') endParagraph();
      else if (name === 'w:tc' && tables === 1) {
        rows.at(-1)?.push(oneLine(text));
        text = '';
      } else if (name === 'w:tbl' && --tables === 0) {
        const filled = rows.filter((cells) => cells.some((cell) => cell !== ''));
        if (filled.length > 0) writer.table(filled, filled.length > 1);
        text = '';
      }
    },
    text(piece) {
      if (!inText || skippedFrom > 0) return;
      count(piece);
      text += piece;
    },
  };
}
