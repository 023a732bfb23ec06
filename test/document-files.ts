import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

/** A ZIP archive of texts. `claimed` is the size that its lists name instead of the true one. */
export function zipOf(
  files: Readonly<Record<string, string | Buffer>>,
  { claimed }: { readonly claimed?: number } = {},
): Buffer {
  const parts: Buffer[] = [];
  const lists: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const raw = Buffer.isBuffer(text) ? text : Buffer.from(text);
    const packed = deflateRawSync(raw, { level: 9 });
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(raw), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(claimed ?? raw.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    lists.push(
      Buffer.concat([
        Buffer.from('PK\u0001\u0002\u0014\u0000'),
        head.subarray(0, 26),
        Buffer.from([0, 0]),
        rest.subarray(2),
        Buffer.from(name),
      ]),
    );
    parts.push(local);
    at += local.length;
  }
  const list = Buffer.concat(lists);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(lists.length, 4);
  end.writeUInt16LE(lists.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, list, Buffer.from('PK\u0005\u0006'), end]);
}

/** A Word document of paragraphs in XML. */
export const docxOf = (body: string, more: Readonly<Record<string, string>> = {}): Buffer =>
  zipOf({
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    'word/styles.xml':
      '<w:styles xmlns:w="w"><w:style w:styleId="Kop1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="Mine"><w:basedOn w:val="Kop1"/></w:style></w:styles>',
    ...more,
  });

/** A line of a PDF: its text, and the size of its letters. */
type PdfLine = string | { readonly text: string; readonly size: number };

/** An untagged PDF in Helvetica, a list of lines for each page; `locked` by a password that nobody has. */
export function pdfOf(
  pages: readonly (readonly PdfLine[])[],
  {
    title = '',
    locked = false,
    content,
  }: { readonly title?: string; readonly locked?: boolean; readonly content?: Buffer } = {},
): Buffer {
  const objects: (string | Buffer)[] = [];
  const add = (object: string | Buffer) => objects.push(object);
  const kids = pages.map((_, page) => `${4 + 2 * page} 0 R`).join(' ');
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const [page, lines] of pages.entries()) {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * page} 0 R >>`,
    );
    const drawn = lines
      .map((line) => (typeof line === 'string' ? { text: line, size: 11 } : line))
      .map(
        ({ text, size }, at) =>
          `BT /F1 ${size} Tf 60 ${780 - 16 * at} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`,
      )
      .join('\n');
    const stream = content ?? deflateSync(Buffer.from(drawn, 'latin1'));
    add(
      Buffer.concat([
        Buffer.from(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`),
        stream,
        Buffer.from('\nendstream'),
      ]),
    );
  }
  add(`<< /Title (${title}) >>`);
  const secret = 'ab'.repeat(32);
  if (locked) add(`<< /Filter /Standard /V 1 /R 2 /O <${secret}> /U <${secret}> /P -4 >>`);
  const offsets: number[] = [];
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  let at = 9;
  for (const [place, object] of objects.entries()) {
    offsets.push(at);
    const part = Buffer.concat([
      Buffer.from(`${place + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(part);
    at += part.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const information = locked ? objects.length - 1 : objects.length;
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${information} 0 R${locked ? ` /Encrypt ${objects.length} 0 R /ID [<aa> <aa>]` : ''} >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
