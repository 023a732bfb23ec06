import { isRecord, parseJson } from '../../../kit/json.ts';
import { endOfText, exceededBound } from '../../../kit/scan/json-size.ts';
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

/** Maximum of positions at which JSON may begin that are tried. */
const maxCandidateStarts = 20;

/** Ten times what the largest list of a platform has. */
const jsonBounds = { levels: 200, parts: 400_000 };

/**
 * The JSON of a response; `undefined` when there is none. PHP may write warnings around it, and badly saved
 * files a byte order mark before it.
 */
export const jsonIn = (text: string): unknown => {
  for (const start of beginningsIn(text).take(maxCandidateStarts)) {
    const rest = text.slice(start);
    if (exceededBound(rest, jsonBounds) !== undefined) return undefined;
    const value = parseJson(rest) ?? parseJson(rest.slice(0, endOfValue(rest)));
    if (value !== undefined) return value;
  }
  return undefined;
};

/** Positions of brackets at the beginning of the text or a line, or after a tag. */
function* beginningsIn(text: string): Generator<number, undefined> {
  let mayBegin = true;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '>' || sign === '\n' || sign === '\uFEFF') mayBegin = true;
    else if (mayBegin && sign.trim() !== '') {
      mayBegin = false;
      if (sign === '[' || sign === '{') yield at;
    }
  }
}

/** Length of the JSON object or list with which a text begins; 0 when it does not end. */
const endOfValue = (text: string): number => {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') at = endOfText(text, at);
    else if (sign === '{' || sign === '[') depth++;
    else if ((sign === '}' || sign === ']') && --depth === 0) return at + 1;
  }
  return 0;
};

/** A value as an object; empty when it is not one. */
export const record = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

export const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : [];

export const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
