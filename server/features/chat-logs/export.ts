import { Readable } from 'node:stream';
import type { ChatLog } from '../../../contract/chat-logs.ts';
import type { Document } from '../../http/implement.ts';

type ExportFormat = 'csv' | 'jsonl';

/** Logs as a file to keep: comma-separated values for spreadsheets, or one JSON object a line, whole records. */
export function exportDocument(
  batches: AsyncIterable<readonly ChatLog[]>,
  format: ExportFormat,
  date: string,
): Document {
  const lines = format === 'csv' ? csv(batches) : jsonLines(batches);
  return {
    status: 200,
    contentType:
      format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson; charset=utf-8',
    body: Readable.from(lines),
    headers: {
      'content-disposition': `attachment; filename="chat-logs-${date}.${format}"`,
      'cache-control': 'no-store',
    },
  };
}

/** The columns of a CSV file. */
const columns: readonly (readonly [string, (log: ChatLog) => string | number | undefined])[] = [
  ['timestamp', ({ timestamp }) => timestamp],
  ['kind', ({ kind }) => kind],
  ['question', ({ question }) => question],
  ['answer', ({ answer }) => answer],
  ['answerState', ({ answerState }) => answerState],
  ['feedback', ({ feedback }) => feedback?.type],
  ['comment', ({ feedback }) => feedback?.comment],
  ['feedbackTimestamp', ({ feedback }) => feedback?.timestamp],
  ['model', ({ model }) => model],
  ['citations', ({ citations }) => citations.map(({ title, url }) => `${title} ${url}`).join('\n')],
  ['intent', ({ traceIntent }) => traceIntent],
  ['durationMs', ({ durationMs }) => durationMs],
  ['promptTokens', ({ promptTokens }) => promptTokens],
  ['completionTokens', ({ completionTokens }) => completionTokens],
  ['error', ({ error }) => error],
  ['ip', ({ ip }) => ip],
  ['userAgent', ({ userAgent }) => userAgent],
  ['id', ({ id }) => id],
];

/** A byte order mark tells spreadsheets that the text is UTF-8; lines end in CRLF (RFC 4180). */
async function* csv(batches: AsyncIterable<readonly ChatLog[]>): AsyncGenerator<string> {
  yield `\ufeff${columns.map(([name]) => name).join(',')}\r\n`;
  for await (const logs of batches) {
    yield logs.map((log) => `${columns.map(([, read]) => csvCell(read(log) ?? '')).join(',')}\r\n`).join('');
  }
}

/**
 * One value of a CSV line. A text that a spreadsheet would run as a formula gets an apostrophe before it; the
 * full-width signs count too.
 */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const inert = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value;
  return /[",\r\n]|^'|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

async function* jsonLines(batches: AsyncIterable<readonly ChatLog[]>): AsyncGenerator<string> {
  for await (const logs of batches) yield logs.map((log) => `${JSON.stringify(log)}\n`).join('');
}
