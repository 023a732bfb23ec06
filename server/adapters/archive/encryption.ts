import { open, writeFile } from 'node:fs/promises';
import { invalid } from '../../kit/fault.ts';

/** First bytes of every file in the age format. */
const mark = Buffer.from('age-encryption.org/v1\n');

/** Encrypts a file with a passphrase, in the format of age. */
export async function encryptFile(passphrase: string, from: string, to: string): Promise<void> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  await pass(from, to, (plain) => encrypter.encrypt(plain));
}

/** True for a file in the format of age. */
export async function isEncrypted(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(mark.length), 0, mark.length, 0);
  return bytesRead === mark.length && buffer.equals(mark);
}

/** Decrypts a file. Throws the Fault `invalid` for another passphrase, and for a damaged file. */
export async function decryptFile(passphrase: string, from: string, to: string): Promise<void> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  await pass(from, to, (secret) => decrypter.decrypt(secret)).catch((error: unknown) => {
    // Errors of the file system are passed on unchanged.
    if (error instanceof Error && 'code' in error) throw error;
    throw invalid(`${from} cannot be decrypted: the passphrase is another one, or the file is damaged`);
  });
}

async function pass(
  from: string,
  to: string,
  change: (source: ReadableStream<Uint8Array>) => Promise<ReadableStream<Uint8Array>>,
): Promise<void> {
  await using source = await open(from);
  const stream = source.readableWebStream() as ReadableStream<Uint8Array>;
  await writeFile(to, await change(stream), { mode: 0o600 });
}
