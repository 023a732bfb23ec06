/**
 * Epoch milliseconds of a date in front matter: `2026-05-01`, `2026-05-01 12:30`, `2026-05-01 12:30:00 +0800`, ISO
 * 8601, or a TOML date. UTC without a zone. `undefined` when it is no date.
 */
export const readDate = (value: unknown): number | undefined => {
  if (value instanceof Date) return valid(value.getTime());
  if (typeof value === 'number') return /^\d{4}$/.test(String(value)) ? Date.UTC(value, 0, 1) : undefined;
  const match = typeof value === 'string' ? pattern.exec(value.trim()) : null;
  if (!match) return undefined;
  const [, year = '', month = '1', day = '1', hour = '0', minute = '0', second = '0', zone = 'Z'] = match;
  const [y, m, d, h, min, s] = [year, month, day, hour, minute, second].map(Number);
  if (y === undefined || m === undefined || d === undefined) return undefined;
  const time = Date.UTC(y, m - 1, d, h, min, s);
  const isReal = new Date(Date.UTC(y, m - 1, d)).getUTCDate() === d && m <= 12;
  return isReal ? valid(time - offsetOf(zone)) : undefined;
};

/** ISO-8601 instant with `Z`; `''` when unknown. */
export const instant = (time: number | undefined): string =>
  time === undefined ? '' : new Date(time).toISOString();

const pattern =
  /^(\d{4})[-/](\d{1,2})(?:[-/](\d{1,2}))?(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;

const offsetOf = (zone: string): number => {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (!match) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return (match[1] === '-' ? -minutes : minutes) * 60_000;
};

const valid = (time: number): number | undefined => (Number.isFinite(time) ? time : undefined);
