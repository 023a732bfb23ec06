/**
 * Seconds that a provider asks to wait, rounded up: by `Retry-After` (also in milliseconds), by the reset of the limit that is
 * used up, or in the words of its refusal; `undefined` when it asks for nothing.
 */
export function wishedWait(
  header: (name: string) => string,
  body: string,
  nowMs: number,
): number | undefined {
  const ms = header('retry-after-ms').trim();
  if (/^\d{1,9}(?:\.\d+)?$/.test(ms)) return Math.ceil(Number(ms) / 1000);
  return (
    retryAfterSeconds(header('retry-after'), nowMs) ?? resetSeconds(header, nowMs) ?? secondsInWords(body)
  );
}

/** Kinds of limits, each with how much is left and when it begins anew. */
const LIMITS = ['-requests', '-tokens', '-input-tokens', '-output-tokens', ''];
const PREFIXES = ['x-ratelimit-', 'ratelimit-', 'anthropic-ratelimit-'];

function resetSeconds(header: (name: string) => string, nowMs: number): number | undefined {
  for (const prefix of PREFIXES) {
    for (const kind of LIMITS) {
      // Anthropic writes the kind first.
      const named = (what: string) =>
        header(`${prefix}${what}${kind}`) || header(`${prefix}${kind.slice(1)}-${what}`);
      if (named('remaining').trim() !== '0') continue;
      const wait = durationSeconds(named('reset').trim(), nowMs);
      if (wait !== undefined) return wait;
    }
  }
  return undefined;
}

/** A duration (`1m2.5s`, `800ms`, `30`), or a time in seconds or milliseconds since 1970 or as a date. */
function durationSeconds(text: string, nowMs: number): number | undefined {
  if (/^\d{1,15}(?:\.\d{1,9})?$/.test(text)) {
    const value = Number(text);
    const at = value > 1e12 ? value : value > 1e9 ? value * 1000 : undefined;
    return Math.max(0, Math.ceil(at === undefined ? value : (at - nowMs) / 1000));
  }
  const [whole, days, hours, minutes, seconds, ms] =
    /^(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m(?!s))?(?:(\d{1,9}(?:\.\d{1,9})?)s)?(?:(\d{1,9}(?:\.\d{1,9})?)ms)?$/.exec(
      text,
    ) ?? [];
  if (whole) {
    const [d, h, m, s, milli] = [days, hours, minutes, seconds, ms].map((part) => Number(part ?? 0));
    return Math.ceil((d ?? 0) * 86_400 + (h ?? 0) * 3600 + (m ?? 0) * 60 + (s ?? 0) + (milli ?? 0) / 1000);
  }
  return /[a-z]/i.test(text) ? retryAfterSeconds(text, nowMs) : undefined;
}

/** “Please try again in 20s”, and `retryDelay` of Google. */
function secondsInWords(body: string): number | undefined {
  const [, amount, unit = 's'] =
    /(?:(?:try again|retry|wait) (?:in|after|for)|"retryDelay":) ?"?(\d{1,9}(?:\.\d{1,9})?) ?(ms|milliseconds|m|min|minutes?)?(?![a-z\d]*\d)/i.exec(
      body,
    ) ?? [];
  if (amount === undefined) return undefined;
  const each = /^(?:ms|milli)/i.test(unit) ? 0.001 : /^m/i.test(unit) ? 60 : 1;
  return Math.ceil(Number(amount) * each);
}

/**
 * Seconds from a Retry-After header (seconds or an HTTP date), rounded up; `undefined` when invalid. RFC 9110, 10.2.3.
 */
function retryAfterSeconds(header: string, nowMs: number): number | undefined {
  const text = header.trim();
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.ceil(Number(text));
  if (!/[a-z]/i.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - nowMs) / 1000));
}
