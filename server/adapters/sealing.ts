import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { newSecret } from '../kit/ids.ts';
import { createAtomically, readIfThere } from './atomic-file.ts';

/** Encrypts secrets with the key of this installation (AES-256-GCM), so that a copy of the database does not reveal them. */
export interface Sealing {
  /** `owner` identifies what the secret belongs to; the ciphertext cannot be decrypted for another owner. */
  seal(secret: string, owner: string): Promise<string>;
  /** The secret; `undefined` when it was sealed with another key or for another owner. */
  unseal(stored: string, owner: string): Promise<string | undefined>;
}

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts with `secretKey`, which all replicas of a database must share, or with a key that is created in `path` at the
 * first use, readable only by its owner.
 */
export function createSealing({
  secretKey,
  path,
}: {
  readonly secretKey: string | undefined;
  readonly path: string;
}): Sealing {
  let known: Promise<Buffer> | undefined;
  const load = async (mayMake: boolean): Promise<Buffer> => {
    const secret = secretKey ?? (await readIfThere(path)) ?? (mayMake ? await makeKey(path) : undefined);
    if (secret === undefined) throw new Error(`${path} is not there`);
    return Buffer.from(hkdfSync('sha256', secret.trim(), '', 'docent stored secrets', 32));
  };
  const key = (mayMake: boolean) => {
    known ??= load(mayMake).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };

  return {
    async seal(secret, owner) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', await key(true), iv).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },

    async unseal(stored, owner) {
      try {
        const [kind, text = ''] = stored.split('.');
        if (kind !== version) return undefined;
        const bytes = Buffer.from(text, 'base64url');
        const decipher = createDecipheriv('aes-256-gcm', await key(false), bytes.subarray(0, ivBytes));
        decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        return Buffer.concat([
          decipher.update(bytes.subarray(ivBytes + tagBytes)),
          decipher.final(),
        ]).toString();
      } catch {
        return undefined;
      }
    },
  };
}

async function makeKey(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await createAtomically(path, `${newSecret()}\n`);
  // Another process may have made it at the same time.
  return readFile(path, 'utf8');
}
