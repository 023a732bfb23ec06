import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createBuilder } from 'vite';
import { projectRoot } from './source-files.ts';

test('ED13: the published module for Tiptap can be imported in bare Node, as servers that render pages do', async () => {
  // Below node_modules, where Tiptap is found.
  const outDir = await mkdtemp(join(projectRoot, 'node_modules/.docent-editor-'));
  try {
    const builder = await createBuilder({
      root: projectRoot,
      configFile: join(projectRoot, 'vite.config.ts'),
      logLevel: 'silent',
      environments: { tiptap: { build: { outDir } } },
    });
    const { tiptap } = builder.environments;
    if (!tiptap) throw new Error('The build of the module for Tiptap is not configured');
    await builder.build(tiptap);
    const script = `import(${JSON.stringify(join(outDir, 'tiptap.js'))}).then(({ DocentWriting }) => console.log(DocentWriting.name))`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script]);
    expect(stdout.trim()).toBe('docentWriting');
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
});
