import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../source-files.ts';

/** What the build is made of. */
const sources = [
  'build',
  'client',
  'console',
  'contract',
  'editor',
  'server',
  'widget',
  'package-lock.json',
  'vite.config.ts',
];

/** Written at the end of a build. */
const stamp = join(projectRoot, 'dist/.built');

/** Before the journeys: builds as `npm run build` does where sources are newer than the last build: the browser must not meet yesterday's files. */
export default async function buildIfStale(): Promise<void> {
  const builtAt = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  if (!sources.some((path) => isNewer(join(projectRoot, path), builtAt))) return;
  const vite = join(projectRoot, 'node_modules/vite/bin/vite.js');
  await promisify(execFile)(process.execPath, [vite, 'build'], { cwd: projectRoot });
}

function isNewer(path: string, time: number): boolean {
  const about = statSync(path);
  // The time of a folder is that of the last file that came or went.
  if (about.mtimeMs > time || !about.isDirectory()) return about.mtimeMs > time;
  return readdirSync(path).some((name) => isNewer(join(path, name), time));
}
