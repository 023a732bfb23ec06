import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { explained } from '../../../../kit/explained.ts';
import { unavailable } from '../../../../kit/fault.ts';
import { isAddress } from './sources.ts';

const version = '1.30.0';

/** The npm packages of the native runtime; their install scripts are never run. */
const packages = [
  {
    name: 'onnxruntime-node',
    integrity: 'twhs1C2C/BFkz1yc5OY0KIU2GUq6DURO7hD4bx5Q2Qy3nAMJwRXW8xU3NVczE29VA9lolLOYepoD8fjTGOfIqw==',
  },
  {
    name: 'onnxruntime-common',
    integrity: '7fdVWjAID1dVhH/G8qK3APARunV4VkBFoCQAP7qp4Wkab0mrorvmc+sqiT+mKXOzDqdjN5j+/Z9nb4gzNPWcyA==',
  },
] as const;

const platforms: ReadonlySet<string> = new Set([
  'linux x64',
  'linux arm64',
  'darwin arm64',
  'win32 x64',
  'win32 arm64',
]);

/** True on platforms with a native runtime; musl (Alpine) has none. */
export function hasNativeRuntime(): boolean {
  if (!platforms.has(`${process.platform} ${process.arch}`)) return false;
  if (process.platform !== 'linux') return true;
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime !== undefined;
}

const folderOf = (models: string) => join(models, '.runtime', `onnxruntime-${version}`);

/** The module of the native runtime; `undefined` when it is not installed. */
export function nativeRuntime(models: string): string | undefined {
  const module = join(folderOf(models), 'node_modules', 'onnxruntime-node');
  return existsSync(join(module, 'package.json')) ? module : undefined;
}

/**
 * Installs the native runtime for this platform: packages from the operator's folder, else from the registry that the npm
 * client is configured for. They are checked, and only the files for this platform are kept. Throws the Fault
 * `unavailable` when they cannot be obtained or do not run here.
 */
export async function installNativeRuntime(
  models: string,
  { from, signal }: { readonly from?: string | undefined; readonly signal: AbortSignal },
): Promise<void> {
  const place = folderOf(models);
  await mkdir(models, { recursive: true, mode: 0o700 });
  const staging = await mkdtemp(join(models, '.runtime-'));
  try {
    for (const { name, integrity } of packages) {
      signal.throwIfAborted();
      const file = await packageFile({ name, staging, from, signal });
      if ((await digestOf(file)) !== integrity) throw unavailable(explained('house_runtime_wrong', { name }));
      await unpack(file, join(staging, 'node_modules', name));
    }
    await assertRuns(join(staging, 'node_modules', 'onnxruntime-node'));
    for (const { name } of packages) await rm(join(staging, tarball(name)), { force: true });
    await rm(place, { recursive: true, force: true });
    await mkdir(join(models, '.runtime'), { recursive: true, mode: 0o700 });
    await rename(staging, place);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

const tarball = (name: string) => `${name}-${version}.tgz`;

async function packageFile(given: {
  readonly name: string;
  readonly staging: string;
  readonly from: string | undefined;
  readonly signal: AbortSignal;
}): Promise<string> {
  const { name, staging, from, signal } = given;
  const own = from === undefined || isAddress(from) ? undefined : join(resolve(from), tarball(name));
  if (own !== undefined && existsSync(own)) return own;
  const options = [
    'pack',
    `${name}@${version}`,
    '--ignore-scripts',
    '--silent',
    '--pack-destination',
    staging,
  ];
  await promisify(execFile)('npm', options, {
    cwd: staging,
    signal,
    shell: process.platform === 'win32',
    windowsHide: true,
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw unavailable(explained('house_runtime_npm', { name: `${name}@${version}` }), error);
  });
  return join(staging, tarball(name));
}

async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha512');
  for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer);
  return digest.digest('base64');
}

/** Skips the files of other platforms, which are five times as large. */
async function unpack(file: string, folder: string): Promise<void> {
  const { extract } = await import('tar');
  const own = `package/bin/napi-v6/${process.platform}/${process.arch}/`;
  const isWanted = (path: string) =>
    path === 'package/package.json' || path.startsWith('package/dist/') || path.startsWith(own);
  await mkdir(folder, { recursive: true });
  await extract({ file, cwd: folder, strip: 1, filter: (path) => isWanted(path) });
}

/** Loads it in a separate process, since code for another processor or C library would crash the process that loads it. */
async function assertRuns(module: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['-e', 'require(process.argv[1])', module], {
    env: {},
    timeout: 60_000,
    windowsHide: true,
  }).catch((error: unknown) => {
    throw unavailable(explained('house_runtime_unfit'), error);
  });
}
