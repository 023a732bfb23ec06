import { createHash } from 'node:crypto';

/** A value as both engines store it. */
export type Value = null | number | string | Uint8Array;
export type Row = Readonly<Record<string, Value>>;

/** The records of a database, table by table. */
export interface TableReader {
  readonly tables: () => Promise<readonly string[]>;
  /** All rows of a table, some at a time. */
  readonly rows: (table: string) => AsyncIterable<readonly Row[]>;
}

export interface TableWriter extends TableReader {
  readonly insert: (table: string, rows: readonly Row[]) => Promise<void>;
  readonly clear: (table: string) => Promise<void>;
}

/** Number of rows of a table, and a checksum that is independent of their order and of the database engine. */
export interface TableSum {
  readonly rows: number;
  readonly checksum: string;
}

/** Rows per read and write at most, and about how many bytes of them: rows may hold pictures. */
export const rowsAtOnce = 200;
export const bytesAtOnce = 8_000_000;

/** About the bytes of a row in memory. */
export const sizeOf = (row: Row): number => {
  let size = 0;
  for (const value of Object.values(row))
    size += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
  return size;
};

const modulus = 1n << 128n;

/** Adds rows to a sum; `sum` covers all rows added so far. */
export function createTableSum() {
  let rows = 0;
  let total = 0n;
  return {
    add(row: Row): void {
      const hash = createHash('sha256')
        .update(JSON.stringify(fieldsOf(row)))
        .digest('hex');
      rows += 1;
      total = (total + BigInt(`0x${hash.slice(0, 32)}`)) % modulus;
    },
    sum: (): TableSum => ({ rows, checksum: total.toString(16).padStart(32, '0') }),
  };
}

const fieldsOf = (row: Row) =>
  Object.entries(row)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => [
      name,
      value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value,
    ]);

/** The sum of a table. */
export async function sumOf(reader: Pick<TableReader, 'rows'>, table: string): Promise<TableSum> {
  const sum = createTableSum();
  for await (const rows of reader.rows(table)) for (const row of rows) sum.add(row);
  return sum.sum();
}
