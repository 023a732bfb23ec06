import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { sameSecret } from '../../kit/ids.ts';

/** Cost of scrypt for 16 MB by OWASP's Password Storage Cheat Sheet: N = 2^14, r = 8, p = 5. */
const cost = { N: 2 ** 14, r: 8, p: 5 } as const;
const hashBytes = 32;

/** Salted hash as text, with its cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** True when `password` matches the hash `stored`; false for a text that is no hash of {@link hashPassword}. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [kind, N, r, p, salt = '', hash = ''] = stored.split('$');
  const expected = Buffer.from(hash, 'base64url');
  if (kind !== 'scrypt' || expected.length !== hashBytes) return false;
  const actual = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return timingSafeEqual(actual, expected);
}

/** Compares unhashed passwords. */
export const samePassword = (one: string, other: string): boolean =>
  sameSecret(one.normalize('NFC'), other.normalize('NFC'));

function derive(
  password: string,
  salt: Buffer,
  options: { readonly N: number; readonly r: number; readonly p: number },
) {
  return new Promise<Buffer>((resolve, reject) => {
    // Keyboards may send the same password composed or decomposed.
    scrypt(password.normalize('NFC'), salt, hashBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** A password change; `revokeTokens` also ends all tokens. */
export interface PasswordChange {
  readonly current: string;
  readonly next: string;
  readonly revokeTokens?: boolean;
}
