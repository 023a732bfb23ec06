import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Cost of scrypt as OWASP's password storage sheet puts it for 16 MB: N = 2^14, r = 8, p = 5. */
const cost = { N: 2 ** 14, r: 8, p: 5 } as const;
const hashBytes = 32;

/** A salted hash as text, with the cost it was made at. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** True when `password` is the one behind `stored`; false for a text that no {@link hashPassword} made. */
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

/** Compares passwords that are not hashed. */
export const samePassword = (one: string, other: string): boolean =>
  sameSecret(one.normalize('NFC'), other.normalize('NFC'));

/** Compares secrets of any length in a time that tells nothing about them. */
export const sameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(digest(one), digest(other));

const digest = (text: string) => createHash('sha256').update(text).digest();

function derive(
  password: string,
  salt: Buffer,
  options: { readonly N: number; readonly r: number; readonly p: number },
) {
  return new Promise<Buffer>((resolve, reject) => {
    // The same password may arrive composed or decomposed, depending on the keyboard.
    scrypt(password.normalize('NFC'), salt, hashBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** A new password, and whether tokens end with the old one. */
export interface PasswordChange {
  readonly current: string;
  readonly next: string;
  readonly revokeTokens?: boolean;
}
