import { inEnglish } from '../../../kit/explained.ts';
import type { Log } from '../../../ports/log.ts';
import type { Problem } from './content/folder.ts';

/** Logs each problem of the content folder once, and again when it recurs. */
export function createProblemLog(log: Log): (problems: readonly Problem[]) => void {
  let logged: ReadonlySet<string> = new Set();
  return (problems) => {
    const now = new Map(problems.map((problem) => [wordsOf(problem), problem]));
    for (const [words, { path, line, reason }] of now)
      if (!logged.has(words))
        log.warn({ path, line, reason: inEnglish(reason) }, 'a part of the content folder is left out');
    logged = new Set(now.keys());
  };
}

/** A problem as one line. */
const wordsOf = ({ path, line, reason }: Problem): string =>
  `${path}${line === undefined ? '' : ` line ${line}`}: ${inEnglish(reason)}`;
