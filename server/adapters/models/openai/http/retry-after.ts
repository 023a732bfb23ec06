/**
 * Seconds from a Retry-After header (seconds or an HTTP date), rounded up; `undefined` when invalid. RFC 9110, 10.2.3.
 */
export function retryAfterSeconds(header: string, nowMs: number): number | undefined {
  const text = header.trim();
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.ceil(Number(text));
  if (!/[a-z]/i.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - nowMs) / 1000));
}
