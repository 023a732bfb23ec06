/** All codes of expected failures; the styles below define their wire form. */
export const faultCodes = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not-found',
  'conflict',
  'stale',
  'busy',
  'gone',
  'limited',
  'disabled',
  'upstream',
  'unavailable',
] as const;

export type FaultCode = (typeof faultCodes)[number];

/**
 * Wire format of a group's failures (spec 7):
 * - `error-field`: `{error}` with the status of the code, or always 200 when `ok` is set, with the `conflicts` of a stale save;
 * - `success-flag`: `{success: false, message}`; `ok` as above (`invalid` stays 400 when `ok` is `except-invalid`), with the `conflicts` of a stale save;
 *   a failure with a code word of its own (spec: `JOB_GONE`) shows it as `code`;
 * - `flag`: `{[flag]: false, error}`, always 200 when `ok` is set (`stale` stays 409 when `ok` is `except-stale`), with the `conflicts` of a stale save;
 * - `chat-reply`: POST chat: invalid is 400 `{error}`, disabled 200 `{error}`, everything else 200 with an apology in `reply`;
 * - `chat-stream`: invalid is 400 with a token frame, disabled an error event, everything else a friendly token; then `[DONE]`;
 * - `search-stream`: as `chat-stream`, but disabled and blank are tokens at 200 and nothing carries a warning sign;
 * - `search-reply`: whatever keeps the index from answering is 200 with no articles, `source: error`, and `error` in words; the rest `{error}` with the status of the code;
 * - `error-stream`: an error event and `[DONE]` at 200;
 * - `debug-stream`: invalid is 400 `{error}` as JSON, everything else a token and `[DONE]`;
 * - `progress-stream`: an error event and the end of the stream;
 * - `json-rpc`: a JSON-RPC error with the status of the code, for requests that the protocol's own server never sees;
 * - `openai`: `{error: {message, type, param, code}}` with the status of the code, as clients of OpenAI read it.
 */
export type ErrorStyle =
  | { readonly style: 'error-field'; readonly ok?: true }
  | { readonly style: 'success-flag'; readonly ok?: true | 'except-invalid' }
  | { readonly style: 'flag'; readonly flag: string; readonly ok?: true | 'except-stale' }
  | { readonly style: 'chat-reply' }
  | { readonly style: 'chat-stream' }
  | { readonly style: 'search-stream' }
  | { readonly style: 'search-reply' }
  | { readonly style: 'error-stream' }
  | { readonly style: 'debug-stream' }
  | { readonly style: 'progress-stream' }
  | { readonly style: 'json-rpc' }
  | { readonly style: 'openai' };

/** HTTP status of each code, in styles with a status. */
export const statusOf: Record<FaultCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  stale: 409,
  busy: 409,
  gone: 410,
  limited: 429,
  disabled: 403,
  upstream: 502,
  unavailable: 503,
};

export const errorField = { style: 'error-field' } as const;
export const successFlagOk = { style: 'success-flag', ok: true } as const;
