import { createHmac, timingSafeEqual } from 'node:crypto';
import { unauthenticated } from '../../../kit/fault.ts';

/** Maximum age of a signature. */
const freshMs = 5 * 60_000;

/** Verifies a hexadecimal HMAC-SHA256 of `parts`. Throws `unauthenticated` when it is wrong or too old. */
export const checkSignature = (signed: {
  readonly secret: string | undefined;
  readonly given: string | undefined;
  readonly parts: readonly (string | Uint8Array)[];
  /** Epoch milliseconds. */
  readonly signedAt: number;
  readonly now: number;
}): void => {
  if (signed.secret === undefined) throw unauthenticated('No secret for pushes is set: DOCENT_HINT_SECRET');
  const hmac = createHmac('sha256', signed.secret);
  for (const part of signed.parts) hmac.update(part);
  const right = hmac.digest();
  const given = Buffer.from(signed.given ?? '', 'hex');
  if (given.length !== right.length || !timingSafeEqual(given, right))
    throw unauthenticated('The signature is not right');
  if (!(Math.abs(signed.now - signed.signedAt) <= freshMs))
    throw unauthenticated('The push is too old, or the clocks differ');
};

/**
 * Verifies the headers of Docent's own plug-ins: `X-Docent-Time` (seconds) and `X-Docent-Signature`, an HMAC-SHA256 of
 * the time, a dot and the body.
 */
export const checkDocentSignature = (
  hint: { readonly headers: Readonly<Record<string, string | undefined>>; readonly body: Uint8Array },
  secret: string | undefined,
  now: number,
): void => {
  const time = hint.headers['x-docent-time'] ?? '';
  checkSignature({
    secret,
    given: hint.headers['x-docent-signature']?.replace(/^sha256=/, ''),
    parts: [`${time}.`, hint.body],
    signedAt: Number(time) * 1000,
    now,
  });
};
