import { execFileSync } from 'node:child_process';
import { projectFiles } from '../test/source-files.ts';
import { browserFilesTouchedBy } from './browser-files.ts';
import { onPlatforms, type Lane } from './lanes.ts';
import { lanesTouchedBy, type RareLane } from './touched.ts';

interface Due {
  readonly lanes: readonly Lane[];
  /** Reason for the selection, in one line. */
  readonly reason: string;
}

/**
 * The lanes that a change must pass: those that are always due, and those whose code was touched since `verified`, the last commit
 * that passed all lanes. All lanes when that commit is unknown.
 */
export function dueLanes(lanes: readonly Lane[], verified: string | undefined): Due {
  if (verified === undefined) return { lanes, reason: 'all lanes: no run of all of them is on record' };
  const changed = changedSince(verified);
  if (!changed)
    return { lanes, reason: `all lanes: ${verified.slice(0, 12)} is not in the history of this checkout` };
  const touched = lanesTouchedBy(changed);
  const due = lanes
    .filter((lane) => lane.isAlwaysDue || touched.has(lane.name as RareLane))
    .flatMap((lane) => (lane.name === 'browser' ? reachedBy(changed, lane) : lane));
  return {
    lanes: due,
    reason: `${due.map(({ name }) => name).join(', ')}: ${changed.length} files changed since ${verified.slice(0, 12)}`,
  };
}

/** The lane of the browser with the files that a change reaches; nothing when there are none. */
function reachedBy(changed: readonly string[], lane: Lane): readonly Lane[] {
  const all = projectFiles('test').filter(
    ({ path }) => path.endsWith('.e2e.ts') && !onPlatforms.includes(path),
  );
  const files = browserFilesTouchedBy(changed, all);
  if (files.length === 0) return [];
  if (files.length === all.length) return [lane];
  const about = `${lane.about}: ${files.length} of ${all.length} files`;
  return [{ ...lane, about, suites: lane.suites.map((suite) => ({ ...suite, files })) }];
}

/** Paths that differ from a commit, including uncommitted changes; `undefined` when it is not an ancestor. */
function changedSince(commit: string): readonly string[] | undefined {
  try {
    git('merge-base', '--is-ancestor', commit, 'HEAD');
    const inCommits = git('diff', '--name-only', '-z', '--no-renames', commit);
    const unknown = git('ls-files', '--others', '--exclude-standard', '-z');
    return [...inCommits.split('\0'), ...unknown.split('\0')].filter(Boolean);
  } catch {
    return undefined;
  }
}

/** Output of a git command; throws when it fails. */
export const git = (...words: readonly string[]): string =>
  execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1e8 });
