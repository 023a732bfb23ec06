import { explained } from '../../kit/explained.ts';
import { invalid } from '../../kit/fault.ts';
import { sha256 } from '../../kit/ids.ts';
import { readHtml } from '../../markup/html-events.ts';
import { serveOperations } from '../../work/threads/thread-calls.ts';
import type { DocumentKind } from '../../kit/files/document-kind.ts';
import type { DocumentText, ReadDocument } from './document.ts';
import { readDocx } from './formats/docx.ts';
import { readEpub } from './formats/epub.ts';
import { oneLine } from './formats/html-writer.ts';
import { readPdf } from './formats/pdf/pdf.ts';

const readers: Readonly<Record<DocumentKind, (bytes: Uint8Array) => Promise<DocumentText>>> = {
  pdf: readPdf,
  docx: readDocx,
  epub: readEpub,
};

const operations = {
  async read({
    kind,
    bytes,
  }: {
    readonly kind: DocumentKind;
    readonly bytes: Uint8Array;
  }): Promise<ReadDocument> {
    const read = await readers[kind](bytes);
    const { heading, hasText } = lookAt(read.html);
    if (!hasText) throw invalid(explained('document_empty'));
    return { ...read, heading, hash: sha256(read.html) };
  },
};

export type DocumentOperations = typeof operations;

/** The first heading but those of pages, and whether there is any word. */
function lookAt(html: string): { readonly heading: string; readonly hasText: boolean } {
  let heading = '';
  let hasText = false;
  let open = '';
  let isOver = false;
  readHtml(html, {
    open(name) {
      if (/^h[1-6]$/.test(name)) open = name;
    },
    close(name) {
      if (name !== open) return;
      open = '';
      isOver ||= heading.trim() !== '';
    },
    text(text) {
      if (!isOver && open !== '' && open !== 'h6') heading += text;
      hasText ||= open !== 'h6' && /[\p{L}\p{N}]/u.test(text);
    },
  });
  return { heading: oneLine(heading), hasText };
}

serveOperations(operations);
