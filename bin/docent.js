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
// A checkout runs its sources; the published package carries them built.
const source = new URL('../server/cli.ts', import.meta.url);
await import(existsSync(source) ? source.href : new URL('../lib/server/cli.js', import.meta.url).href);
