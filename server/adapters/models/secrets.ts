import type { z } from 'zod';
import { redact } from '../../kit/redact.ts';

/** True when a field of the models file seems to hold a key itself instead of the name of a variable. */
export const looksLikeSecretField = (field: string): boolean =>
  /key|token|secret|passw|credential|auth/i.test(field);

/**
 * Refuses additional headers that carry secrets or that the client sets itself.
 * Messages name the header, never its value.
 */
export function checkedHeaders(payload: z.core.ParsePayload<Record<string, string>>): void {
  for (const [name, value] of Object.entries(payload.value)) {
    const reason = wrongHeader(name, value);
    if (reason !== undefined)
      payload.issues.push({ code: 'custom', input: undefined, path: [name], message: reason });
  }
}

/** Refuses further fields of requests that carry secrets, that Docent sets itself, or that are too long. */
export function checkedFields(payload: z.core.ParsePayload<Record<string, unknown>>): void {
  const names = Object.keys(payload.value);
  const refuse = (message: string, path: PropertyKey[] = []) =>
    payload.issues.push({ code: 'custom', input: undefined, path, message });
  if (names.length > 50 || JSON.stringify(payload.value).length > 10_000)
    refuse('must hold at most 50 fields and 10,000 characters');
  for (const name of names.slice(0, 50)) {
    if (OWN_FIELDS.has(name)) refuse('is set by Docent itself', [name]);
    if (SECRET_FIELD.test(name)) refuse('secrets do not belong in this file; use apiKeyEnv', [name]);
  }
}

const OWN_FIELDS = new Set(['model', 'messages', 'stream', 'input', 'query', 'documents', 'texts', 'prompt']);
/** Names of fields with secrets; `max_tokens` and `tokenizer` must not match. */
const SECRET_FIELD = /(?:^|[_-])(?:key|token|secret|auth)$|api_?key|passw|credential|authorization/i;

/** Returns a function that masks a key wherever a text repeats it, and anything else that looks like a credential. */
export function createScrubber(key: string | undefined): (text: string) => string {
  // Shorter "keys" are placeholders for local servers ("x", "none"); masking them would destroy the message.
  const spellings =
    key === undefined || key.length < 4
      ? []
      : [...new Set([key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)])];
  return (text) => redact(spellings.reduce((clean, spelling) => clean.replaceAll(spelling, '***'), text));
}

const OWN_HEADERS =
  /^(host|connection|content-.*|accept|accept-encoding|transfer-encoding|expect|keep-alive|te|trailer|upgrade)$/i;

function wrongHeader(name: string, value: string): string | undefined {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name)) return 'is not a header name';
  if (OWN_HEADERS.test(name)) return 'is set by the client itself';
  if (looksLikeSecretField(name) || /cookie/i.test(name))
    return 'secrets do not belong in this file; use apiKeyEnv';
  if (/^(bearer|basic)\s|^sk-/i.test(value)) return 'its value looks like a key; use apiKeyEnv';
  if (!/^[\x20-\x7e]{0,1000}$/.test(value)) return 'holds characters that a header cannot carry';
  return undefined;
}
