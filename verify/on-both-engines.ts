import { projectFiles } from '../test/source-files.ts';

/** Paths of the test files that must run on both database engines: they open a database of `test/databases.ts`, or the whole service on one. */
export const filesOnBothEngines = (): readonly string[] =>
  ['server', 'test']
    .flatMap((folder) => projectFiles(folder))
    .filter(({ path, text }) => path.endsWith('.test.ts') && /\/databases\.ts'|\bcreateTestApp\(/.test(text))
    .map(({ path }) => path)
    .toSorted();
