import { Readable } from 'node:stream';
import { citedTitle } from '../../../contract/articles/cited-title.ts';
import type { ChatLog } from '../../../contract/chat-logs.ts';
import type { Document } from '../../http/implement.ts';
import { csvHead, csvLine } from '../../markup/csv/csv.ts';

type ExportFormat = 'csv' | 'jsonl';

/** Logs as a file: CSV for spreadsheets, or one JSON object per line with whole records. */
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

/** Columns of the CSV file. */
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
  [
    'citations',
    ({ citations }) =>
      citations.map(({ url, ...cited }) => `${citedTitle(cited)} ${url}`.trimEnd()).join('\n'),
  ],
  ['intent', ({ traceIntent }) => traceIntent],
  ['durationMs', ({ durationMs }) => durationMs],
  ['promptTokens', ({ promptTokens }) => promptTokens],
  ['completionTokens', ({ completionTokens }) => completionTokens],
  ['error', ({ error }) => error],
  ['notices', ({ notices }) => notices?.join(' ')],
  ['ip', ({ ip }) => ip],
  ['userAgent', ({ userAgent }) => userAgent],
  ['id', ({ id }) => id],
  ['conversationId', ({ conversationId }) => conversationId],
  ['askedBy', ({ askedBy }) => askedBy],
];

async function* csv(batches: AsyncIterable<readonly ChatLog[]>): AsyncGenerator<string> {
  // With the first logs, so that a reply which cannot read any is a failure and no file without logs.
  let head = csvHead(columns.map(([name]) => name));
  for await (const logs of batches) {
    yield head + logs.map((log) => csvLine(columns.map(([, read]) => read(log) ?? ''))).join('');
    head = '';
  }
  if (head !== '') yield head;
}

async function* jsonLines(batches: AsyncIterable<readonly ChatLog[]>): AsyncGenerator<string> {
  for await (const logs of batches) yield logs.map((log) => `${JSON.stringify(log)}\n`).join('');
}
