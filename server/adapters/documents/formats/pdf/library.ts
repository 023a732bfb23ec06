import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { shipped } from '../../../../kit/shipped.ts';

/** The parts of PDF.js that are used. */
interface PdfJs {
  readonly GlobalWorkerOptions: { workerSrc: string };
  getDocument(source: object): { readonly promise: Promise<Pdf>; destroy(): Promise<void> };
}

export interface Pdf {
  readonly numPages: number;
  getMetadata(): Promise<{ readonly info: { readonly Title?: unknown } }>;
  getPage(number: number): Promise<PdfPage>;
}

interface PdfPage {
  getTextContent(how: {
    readonly includeMarkedContent: true;
  }): Promise<{ readonly items: readonly (TextItem | Mark)[] }>;
  getStructTree(): Promise<StructureNode | null>;
  cleanup(): void;
}

/** A piece of text; `transform` ends with its place from the left and from below. */
export interface TextItem {
  readonly str: string;
  readonly hasEOL: boolean;
  readonly height: number;
  readonly width: number;
  readonly transform: readonly number[];
}

/** Begin or end of a marked part of a page. */
export interface Mark {
  readonly type: string;
  readonly id?: string | null;
}

/** A node of the structure of a tagged page, such as a heading, a table or a cell; leaves name marked parts. */
export interface StructureNode {
  readonly role?: string;
  readonly children?: readonly StructureNode[];
  readonly type?: string;
  readonly id?: string;
}

/** Opens a PDF without drawing anything. Throws what PDF.js throws. */
export async function openPdf(data: Uint8Array): Promise<{ readonly pdf: Pdf; close(): Promise<void> }> {
  const pdfJs = await library();
  const task = pdfJs.getDocument({
    data,
    isEvalSupported: false,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    cMapUrl: `${folder()}/cmaps/`,
    cMapPacked: true,
    verbosity: 0,
  });
  return { pdf: await task.promise, close: () => task.destroy() };
}

/** In the build; in a checkout without a build, in the package. */
function folder(): string {
  const built = shipped('dist/pdf');
  return existsSync(built) ? built : shipped('node_modules/pdfjs-dist');
}

async function library(): Promise<PdfJs> {
  // The first time it warns that nothing can be drawn, which is not wanted.
  const { warn, log } = console;
  Object.assign(console, { warn: ignore, log: ignore });
  try {
    const pdfJs = (await import(at('pdf.min.mjs'))) as PdfJs;
    pdfJs.GlobalWorkerOptions.workerSrc = at('pdf.worker.min.mjs');
    return pdfJs;
  } finally {
    Object.assign(console, { warn, log });
  }
}

const at = (file: string): string => pathToFileURL(`${folder()}/legacy/build/${file}`).href;

const ignore = () => undefined;
