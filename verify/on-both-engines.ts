import { projectFiles } from '../test/source-files.ts';

/** Paths of the test files that say something else on each engine: they open the databases of `test/databases.ts`, or the whole service on one. */
export const filesOnBothEngines = (): readonly string[] =>
  ['server', 'test']
    .flatMap((folder) => projectFiles(folder))
    .filter(({ path, text }) => path.endsWith('.test.ts') && /\/databases\.ts'|\bcreateTestApp\(/.test(text))
    .map(({ path }) => path)
    .toSorted();
