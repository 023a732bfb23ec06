import { explained } from '../../../../kit/explained.ts';
import { invalid, isFault } from '../../../../kit/fault.ts';
import { documentLimits, type DocumentText } from '../../document.ts';
import { asTitle, createHtmlWriter, createTextLimit, oneLine } from '../html-writer.ts';
import { openPdf, type Mark, type Pdf, type StructureNode, type TextItem } from './library.ts';
import { joined, linesOf, mostOf, type Line } from './lines.ts';
import { markedTexts, writeStructure } from './structure.ts';
import { broken } from '../zip.ts';

/**
 * Reads a PDF: a heading for each page, below it the text as the structure of a tagged page has it, else by its lines.
 *
 * @throws Fault `invalid` with the reason why it is left out
 */
export async function readPdf(bytes: Uint8Array): Promise<DocumentText> {
  const { pdf, close } = await openPdf(bytes).catch((error: unknown) => {
    throw nameOf(error) === 'PasswordException' ? invalid(explained('document_locked')) : broken();
  });
  try {
    if (pdf.numPages > documentLimits.pages)
      throw invalid(explained('document_pages', { count: documentLimits.pages }));
    const pages = await pagesOf(pdf);
    const letters = pages.reduce(
      (sum, { lines }) => sum + lines.reduce((all, { text }) => all + text.length, 0),
      0,
    );
    if (letters < leastLetters * pdf.numPages) throw invalid(explained('document_scan'));
    return { title: await titleOf(pdf), html: htmlOf(pages) };
  } catch (error) {
    throw isFault(error) ? error : broken();
  } finally {
    await close();
  }
}

/** Letters a page; a scan has none, or the mark of the machine. */
const leastLetters = 4;

interface Page {
  readonly number: number;
  readonly lines: readonly Line[];
  readonly structure: StructureNode | undefined;
  readonly texts: ReadonlyMap<string, string>;
}

async function pagesOf(pdf: Pdf): Promise<readonly Page[]> {
  const pages: Page[] = [];
  let length = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const structure = (await page.getStructTree()) ?? undefined;
    page.cleanup();
    length += lengthOf(items);
    if (length > documentLimits.characters)
      throw invalid(explained('document_long', { count: documentLimits.characters }));
    pages.push({
      number,
      lines: linesOf(items),
      structure,
      texts: structure ? markedTexts(items) : new Map(),
    });
  }
  return pages;
}

const lengthOf = (items: readonly (TextItem | Mark)[]): number =>
  items.reduce((sum, item) => sum + ('str' in item ? item.str.length : 0), 0);

function htmlOf(pages: readonly Page[]): string {
  const sizes = new Map<number, number>();
  for (const { lines } of pages)
    for (const { size, text } of lines) sizes.set(size, (sizes.get(size) ?? 0) + text.length);
  const body = mostOf(sizes);
  const levels = headingLevels(sizes, body);
  const repeated = repeatedLines(pages);
  const parts: string[] = [];
  const count = createTextLimit();
  for (const { number, lines, structure, texts } of pages) {
    const id = `page=${number}`;
    const own = lines.filter((line) => !repeated.has(keyOf(line)));
    const letters = own.reduce((sum, { text }) => sum + text.length, 0);
    if (letters === 0) continue;
    let page = createHtmlWriter();
    page.heading(pageLevel, pageName(number, own), id);
    if (!structure || writeStructure(structure, texts, { writer: page, id }) < letters * leastStructured) {
      page = createHtmlWriter();
      page.heading(pageLevel, pageName(number, own), id);
      for (const block of blocksOf(own, levels))
        if (block.level > 0) page.heading(block.level, block.text, id);
        else page.paragraph(block.text);
    }
    const html = withoutEmptyName(page.html);
    count(html);
    parts.push(html);
  }
  return parts.join('');
}

/** A page that begins with a heading, which has its anchor, needs no name above that. */
const withoutEmptyName = (html: string): string => {
  const end = html.indexOf('\n') + 1;
  return /^<h[1-5]/.test(html.slice(end, end + 3)) ? html.slice(end) : html;
};

/** Below the headings of the document, so that these stand above it in the path of a place. */
const pageLevel = 6;
/** Share of the letters of a page that its structure must have to be used. */
const leastStructured = 0.6;

const pageName = (number: number, lines: readonly Line[]): string =>
  lines.some(({ text }) => /\p{Script=Han}/u.test(text)) ? `第 ${number} 页` : `Page ${number}`;

/** Sizes of headings with their levels: larger than the text by a fifth, and used for a small part of it. */
function headingLevels(sizes: ReadonlyMap<number, number>, body: number): ReadonlyMap<number, number> {
  const total = [...sizes.values()].reduce((sum, count) => sum + count, 0);
  const larger = [...sizes]
    .filter(([size, count]) => size >= body * 1.2 && count < total / 4)
    .map(([size]) => size)
    .toSorted((a, b) => b - a);
  return new Map(larger.map((size, place) => [size, Math.min(place + 1, pageLevel - 1)]));
}

/** Lines, without their numbers, that stand at the head or the foot of most pages and nowhere else: what is alike all over a page is a list or a table. */
function repeatedLines(pages: readonly Page[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const inside = new Set<string>();
  for (const { lines } of pages) {
    for (const line of lines.slice(atEdge, -atEdge)) inside.add(keyOf(line));
    for (const key of new Set([...lines.slice(0, atEdge), ...lines.slice(-atEdge)].map(keyOf)))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const least = Math.max(3, pages.length / 2);
  return new Set(
    [...counts].filter(([key, count]) => count >= least && !inside.has(key)).map(([key]) => key),
  );
}

/** Lines of a head or a foot. */
const atEdge = 2;

const keyOf = ({ text, size }: Line): string => `${size} ${oneLine(text).replace(/\d+/g, '#')}`;

/** Headings and paragraphs of a page: a paragraph ends at a wider gap between lines or at other letters. */
function blocksOf(lines: readonly Line[], levels: ReadonlyMap<number, number>) {
  const blocks: { level: number; lines: string[] }[] = [];
  let last: Line | undefined;
  for (const line of lines) {
    const level = line.text.length <= longestHeading ? (levels.get(line.size) ?? 0) : 0;
    const block = blocks.at(-1);
    const gap = last ? last.y - line.y : 0;
    const goesOn =
      block &&
      last &&
      block.level === level &&
      last.size === line.size &&
      gap > 0 &&
      gap < line.size * widestGap;
    if (goesOn) block.lines.push(line.text);
    else blocks.push({ level, lines: [line.text] });
    last = line;
  }
  return blocks.map((block) => ({ level: block.level, text: joined(block.lines) }));
}

const longestHeading = 150;
/** Of two lines of a paragraph, in heights of their letters. */
const widestGap = 1.75;

async function titleOf(pdf: Pdf): Promise<string> {
  const { Title: title } = (await pdf.getMetadata()).info;
  return typeof title === 'string' ? asTitle(title) : '';
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');
