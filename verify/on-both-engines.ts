import { projectFiles } from '../test/source-files.ts';

/** Paths of the test files that open the databases of `test/databases.ts`, so that they say something else on each engine. */
export const filesOnBothEngines = (): readonly string[] =>
  ['server', 'test']
    .flatMap((folder) => projectFiles(folder))
    .filter(({ path, text }) => path.endsWith('.test.ts') && /\/databases\.ts'/.test(text))
    .map(({ path }) => path)
    .toSorted();
