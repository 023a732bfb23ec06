import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Builds the widget before the journeys, as `npm run build` does: the browser must not meet yesterday's files. */
export default async function build(): Promise<void> {
  await promisify(execFile)(process.execPath, ['node_modules/vite/bin/vite.js', 'build']);
}
