import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { explained, type ListItem, type Words } from '../../../../kit/explained.ts';
import { Fault, invalid, notFound, unavailable } from '../../../../kit/fault.ts';
import { reasonOf } from '../../../../kit/reason.ts';
import { firstBytes } from '../../../first-bytes.ts';
import { readIfThere, writeAtomically } from '../../../atomic-file.ts';
import { readManifest, sizeOf, type Manifest, type ModelFile, type Registry } from '../manifest.ts';
import { download, isFull } from './download.ts';
import { isAddress, sourcesOf, type Source } from './sources.ts';

/** Disk space that must remain free. */
const sparedBytes = 64_000_000;
const mostManifestBytes = 64_000;

export interface Installation {
  readonly id: string;
  /** Folder or address with the files, given by the operator. */
  readonly from?: string | undefined;
  readonly runtime?: Manifest['runtime'];
  readonly signal: AbortSignal;
  /** Called with the number of bytes so far and their source. */
  readonly onBytes: (done: number, total: number, source: string) => void;
}

export interface InstallDeps {
  /** Folder of all in-house models. */
  readonly folder: string;
  readonly registry: Registry;
  /** Hub in the settings, which replaces those in the registry. */
  readonly hub?: string | undefined;
  readonly silenceMs?: number;
  /** Free bytes of the disk of a folder. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/**
 * Installs the files of a model: each is checked by size and SHA-256 before it gets its final name, and the folder of
 * the model gets its final name when all files are complete. Partial files of an earlier attempt are reused. Throws the
 * Faults `not-found` for an unknown model, `invalid` for a wrong `model.json`, `unavailable` without disk space and
 * `upstream` when no source has the files.
 */
export async function installModel(deps: InstallDeps, given: Installation): Promise<Manifest> {
  const manifest = { ...(await manifestOf(deps, given)), ...(given.runtime && { runtime: given.runtime }) };
  const place = join(deps.folder, manifest.id);
  const staging = `${place}.partial`;
  if (!(await isInPlace(place, manifest))) await fillAnew(deps, given, manifest, { place, staging });
  return manifest;
}

/** True when the same files are already installed, even if their description has changed. */
async function isInPlace(place: string, manifest: Manifest): Promise<boolean> {
  if (!(await isComplete(place, manifest))) return false;
  for (const { name, sha256 } of manifest.files)
    if ((await digestOf(join(place, name))) !== sha256) return false;
  await describe(place, manifest);
  return true;
}

const describe = (place: string, manifest: Manifest) =>
  writeAtomically(join(place, 'model.json'), `${JSON.stringify(manifest, null, 2)}\n`);

async function fillAnew(
  deps: InstallDeps,
  given: Installation,
  manifest: Manifest,
  { place, staging }: { readonly place: string; readonly staging: string },
): Promise<void> {
  await mkdir(staging, { recursive: true, mode: 0o700 });
  await assertRoom(deps, staging, manifest);
  const total = sizeOf(manifest);
  let before = 0;
  for (const file of manifest.files) {
    const onBytes = (bytes: number, source: string) => given.onBytes(before + bytes, total, source);
    await fetchFile(deps, { ...given, manifest, file, staging, onBytes });
    before += file.bytes;
  }
  await describe(staging, manifest);
  await rm(place, { recursive: true, force: true });
  await rename(staging, place);
}

/** The manifest of the model: from the operator's folder, else from the registry. */
async function manifestOf({ registry }: InstallDeps, { id, from, signal }: Installation): Promise<Manifest> {
  const known = registry.models.find((model) => model.id === id);
  const own = from === undefined ? undefined : await ownManifest(from, known !== undefined, signal);
  const manifest = own === undefined ? known : readManifest(own, 'model.json');
  if (manifest === undefined) throw notFound(`In-house model "${id}"`);
  if (manifest.id !== id) throw invalid(explained('house_other_model', { model: manifest.id, asked: id }));
  return manifest;
}

async function ownManifest(from: string, isKnown: boolean, signal: AbortSignal): Promise<string | undefined> {
  if (!isAddress(from)) return readIfThere(join(from, 'model.json'));
  if (isKnown) return undefined;
  const response = await fetch(`${from}/model.json`, { signal }).catch(() => undefined);
  if (!response?.ok) return undefined;
  const { bytes } = await firstBytes(response.body, mostManifestBytes);
  return Buffer.from(bytes).toString('utf8');
}

async function isComplete(place: string, { files }: Manifest): Promise<boolean> {
  const sizes = await Promise.all(files.map(({ name }) => lengthOf(join(place, name))));
  return files.every(({ bytes }, index) => sizes[index] === bytes);
}

const lengthOf = async (path: string): Promise<number> =>
  (await stat(path).catch(() => undefined))?.size ?? 0;

async function assertRoom(deps: InstallDeps, staging: string, { files }: Manifest): Promise<void> {
  const here = await Promise.all(
    files.map(async ({ name, bytes }) => {
      const path = join(staging, name);
      return Math.min(bytes, (await lengthOf(path)) + (await lengthOf(`${path}.part`)));
    }),
  );
  const missing = files.reduce((sum, { bytes }, index) => sum + bytes - (here[index] ?? 0), 0);
  const free = await (deps.freeBytes ?? freeBytes)(staging);
  if (missing > 0 && free < missing + sparedBytes) throw noRoom(staging, missing + sparedBytes, free);
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);

const noRoom = (folder: string, needed: number, free: number) =>
  unavailable(explained('house_space', { folder, needed: megabytes(needed), free: megabytes(free) }));

interface Wanted extends Pick<Installation, 'from' | 'signal'> {
  readonly manifest: Manifest;
  readonly file: ModelFile;
  readonly staging: string;
  readonly onBytes: (bytes: number, source: string) => void;
}

/** Gets one file from the first source whose file passes the checks. */
async function fetchFile(deps: InstallDeps, wanted: Wanted): Promise<void> {
  const { manifest, file, staging, from, signal } = wanted;
  const place = join(staging, file.name);
  if ((await lengthOf(place)) === file.bytes && (await digestOf(place)) === file.sha256)
    return wanted.onBytes(file.bytes, '');
  const failures: ListItem[] = [];
  for (const source of sourcesOf(manifest, { from, hub: deps.hub, hubs: deps.registry.hubs })) {
    signal.throwIfAborted();
    const reason = await attempt(deps, wanted, source, `${place}.part`);
    if (reason === undefined) return rename(`${place}.part`, place);
    failures.push({ path: source.label, reason });
  }
  const files = manifest.files.map(({ path }) => path).join(', ');
  throw new Fault('upstream', explained('house_files', { model: manifest.id, files, list: failures }));
}

/** Reason why the source did not deliver the file; `undefined` when the partial file is complete. */
async function attempt(
  deps: InstallDeps,
  { file, signal, onBytes }: Wanted,
  source: Source,
  part: string,
): Promise<Words | undefined> {
  let reason: Words = explained('house_no_file', { file: file.path });
  for (const place of source.placesOf(file)) {
    try {
      if (source.isFolder) await copyFile(place, part);
      else
        await download({
          address: place,
          part,
          bytes: file.bytes,
          signal,
          onBytes: (bytes) => onBytes(bytes, source.label),
          ...(deps.silenceMs !== undefined && { silenceMs: deps.silenceMs }),
        });
    } catch (error) {
      signal.throwIfAborted();
      if (isFull(error)) throw noRoom(part, file.bytes, 0);
      if (!(error instanceof Fault) && !source.isFolder) throw error;
      reason = reasonOf(error);
      if (error instanceof Fault && error.code !== 'not-found') return reason;
      continue;
    }
    if ((await lengthOf(part)) === file.bytes && (await digestOf(part)) === file.sha256) {
      await durable(part);
      onBytes(file.bytes, source.label);
      return undefined;
    }
    await rm(part, { force: true });
    reason = explained('house_wrong_bytes');
  }
  return reason;
}

async function durable(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  await file.sync();
}

async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer);
  return digest.digest('hex');
}
