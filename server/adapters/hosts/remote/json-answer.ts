import { isRecord } from '../../../kit/is-record.ts';
import { explained } from '../../../kit/explained.ts';
import { Fault, forbidden, invalid, notFound, unavailable } from '../../../kit/fault.ts';
import type { SiteResponse } from './client.ts';

/** Parses a JSON response. Throws the Fault for its status; `what` names the resource. */
export const jsonOf = (response: SiteResponse, what: string): unknown => {
  const { status } = response;
  if (status === 404 || status === 410) throw notFound(what);
  if (status === 401 || status === 403) throw forbidden(explained('site_closed', { status }));
  if (status === 409) throw new Fault('conflict', explained('changed_by_other', { subject: what }));
  if (status >= 500) throw unavailable(explained('site_status', { status }));
  if (status >= 400) throw invalid(explained('site_refuses', { status }));
  const value = jsonIn(response.text());
  if (value === undefined) throw unavailable(explained('site_no_json'));
  return value;
};

/** Places where JSON may begin that are looked at. */
const mostBeginnings = 20;

/**
 * The JSON of a response; `undefined` when there is none. PHP writes its warnings, and badly saved files their byte order
 * mark, in front of it.
 */
export const jsonIn = (text: string): unknown => {
  const beginnings = text.matchAll(/(?:^|[>\uFEFF\n])\s*(?=[[{])/g);
  for (const [beginning] of beginnings.take(mostBeginnings).map((match) => [match.index + match[0].length])) {
    try {
      return JSON.parse(text.slice(beginning));
    } catch {
      continue;
    }
  }
  return undefined;
};

/** A value as an object; empty when it is not one. */
export const record = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

export const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : [];

export const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
