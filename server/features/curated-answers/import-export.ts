import type { CuratedImportResult } from '../../../contract/curated-answers/curated-answers.ts';
import { CuratedFields, CuratedId } from '../../../contract/curated-answers/entry-fields.ts';
import { isSame } from '../../../contract/config/conflicts.ts';
import { wordsOf } from '../../../contract/wording.ts';
import { dateOf, dayAt } from '../../kit/calendar.ts';
import { explained, inField, type Words } from '../../kit/explained.ts';
import { invalid } from '../../kit/fault.ts';
import { newId } from '../../kit/ids.ts';
import { csvHead, csvLine } from '../../markup/csv/csv.ts';
import { readCsv, withoutGuard, type CsvRecord } from '../../markup/csv/read-csv.ts';
import type { Document } from '../../http/implement.ts';
import type { AdminApiDeps } from './admin-api.ts';
import { columns, sentFields } from './csv-columns.ts';
import { fieldsOf, wireAnswer, type Entry } from './entry.ts';
import { knownSources } from './source-articles.ts';

/** Exports and imports curated answers as CSV. */
export function createImportExport({ entries, hits, history, articles, siteOrigin, now }: AdminApiDeps) {
  return {
    async exportAll(): Promise<Document> {
      const [counts, at] = [await hits.read(), now()];
      const rows = (await entries.all()).map((entry) =>
        wireAnswer(entry, { at, articles: new Map(), counted: counts.get(entry.id), sameQuestions: [] }),
      );
      const lines = rows.map((answer) => csvLine(columns.map(([, read]) => read(answer))));
      return {
        status: 200,
        contentType: 'text/csv; charset=utf-8; header=present',
        body: csvHead(columns.map(([name]) => name)) + lines.join(''),
        headers: {
          'content-disposition': `attachment; filename="curated-answers-${dateOf(dayAt(at))}.csv"`,
          'cache-control': 'no-store',
        },
      };
    },

    /** Imports the good lines of a file and reports the others. Throws `invalid` for a file without the needed columns. */
    async importAll(
      given: { readonly csv: string; readonly preview: boolean; readonly overwrite: boolean },
      by: string,
    ): Promise<CuratedImportResult> {
      const rows = readRows(given.csv);
      const site = await articles();
      const seenNow = (fields: CuratedFields) => knownSources(fields, site, siteOrigin());
      let result: CuratedImportResult | undefined;
      const plan = (stored: ReadonlyMap<string, Entry>) => {
        const planned = planOf(rows, stored, given.overwrite);
        result = { ...planned.result, preview: given.preview };
        return planned.put.map(({ id, fields, before }) => ({
          ...fields,
          id,
          known: seenNow(fields),
          revision: (before?.revision ?? 0) + 1,
          updatedAt: now(),
          reviewedAt: now(),
        }));
      };
      if (given.preview) await entries.preview((stored) => ({ put: plan(stored) }));
      else await history.recorded({ by }, () => entries.change((stored) => ({ put: plan(stored) })));
      if (!result) throw new Error('an import ended without its result');
      return result;
    },
  };
}

interface GoodRow {
  readonly line: number;
  /** `''` for a new answer. */
  readonly id: string;
  readonly fields: CuratedFields;
}
type Refused = CuratedImportResult['refused'][number];

interface Rows {
  readonly good: readonly GoodRow[];
  readonly refused: readonly Refused[];
}

function readRows(csv: string): Rows {
  const good: GoodRow[] = [];
  const refused: Refused[] = [];
  const lineOfId = new Map<string, number>();
  const refuse = (line: number, words: Words) => refused.push({ line, ...inField('message', words) });
  const records = readCsv(csv, separatorOf(csv));
  const { value: heading } = records.next() as IteratorResult<CsvRecord, undefined>;
  const names = (heading ? heading.cells : []).map((cell: string) => cell.trim().toLowerCase());
  if (!names.includes('questions') || !names.includes('answer')) throw invalid(explained('curated_columns'));
  for (const record of records) {
    if (record.isOpen) refuse(record.line, explained('curated_open_quotation'));
    else {
      const row = readRow(record, names);
      const former = row.id === '' ? undefined : lineOfId.get(row.id);
      if (!row.id || former === undefined) {
        if ('fields' in row) good.push(row);
        else refuse(record.line, row.words);
        if (row.id !== '') lineOfId.set(row.id, record.line);
      } else refuse(record.line, explained('curated_twice', { id: row.id, line: former }));
    }
  }
  return { good, refused };
}

function readRow(
  { line, cells }: CsvRecord,
  names: readonly string[],
): GoodRow | { readonly id: string; readonly words: Words } {
  const cell = (name: string) => {
    const text = cells[names.indexOf(name.toLowerCase())];
    return text === undefined ? undefined : withoutGuard(text).replaceAll('\r\n', '\n');
  };
  const id = cell('id')?.trim() ?? '';
  const validId = id === '' ? undefined : CuratedId.safeParse(id);
  const parsed = CuratedFields.safeParse(sentFields(cell));
  const issue = validId?.error?.issues[0] ?? parsed.error?.issues[0];
  return parsed.success && !issue
    ? { line, id, fields: parsed.data }
    : { id, words: issue ? wordsOf(issue) : explained('rule_other') };
}

/** The separator of the heading: spreadsheets write semicolons where a comma is the decimal sign. */
function separatorOf(csv: string): string {
  const heading = csv.slice(0, csv.search(/[\r\n]|$/));
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: heading.split(sign).length }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.sign ?? ',';
}

function planOf({ good, refused }: Rows, stored: ReadonlyMap<string, Entry>, overwrite: boolean) {
  const texts = new Set([...stored.values()].map((entry) => JSON.stringify(canonical(fieldsOf(entry)))));
  const put: { readonly id: string; readonly fields: CuratedFields; readonly before?: Entry }[] = [];
  const conflicts: CuratedImportResult['conflicts'] = [];
  let [created, overwritten, unchanged] = [0, 0, 0];
  for (const { line, id, fields } of good) {
    const before = stored.get(id);
    const isKnown = before
      ? isSame(fieldsOf(before), fields)
      : id === '' && texts.has(JSON.stringify(canonical(fields)));
    if (isKnown) unchanged += 1;
    else if (before && !overwrite) conflicts.push({ line, id, question: fields.questions[0] ?? '' });
    else {
      put.push({ id: id || newId(), fields, ...(before && { before }) });
      if (before) overwritten += 1;
      else created += 1;
    }
  }
  return { put, result: { created, overwritten, unchanged, conflicts, refused: [...refused] } };
}

const canonical = (fields: CuratedFields) =>
  Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)));
