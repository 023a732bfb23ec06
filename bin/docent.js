#!/usr/bin/env node
// Plain JavaScript of an old kind, so that an older Node can read it and say what is missing.
import { existsSync } from 'node:fs';

const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(
    `docent: Node.js 24 or newer is needed, this is ${process.version}. Install it from nodejs.org or with your version manager.\n`,
  );
  process.exit(2);
}
// Compiled code is kept in NODE_COMPILE_CACHE, or below the folder for temporary files: the next start is a third shorter.
(await import('node:module')).enableCompileCache();
// The build has a few files for many hundred. A checkout that has not been built runs its sources.
const built = new URL('../dist/server/cli.js', import.meta.url);
await import(existsSync(built) ? built.href : new URL('../server/cli.ts', import.meta.url).href);
