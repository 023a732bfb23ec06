import { areas } from '../console/page-groups.ts';
import { importsOf, projectFiles, type SourceFile } from '../test/source-files.ts';

/** Folder of the browser tests. */
const tests = 'test/e2e/';

const pageNames: ReadonlySet<string> = new Set(areas.flatMap(({ pages }) => [...pages]));

/**
 * Features of the service that only administrators meet, on the page of their name, and what else shows them. A feature without a
 * row is met everywhere.
 */
const seenOn: Readonly<Record<string, readonly string[]>> = {
  account: [],
  agent: [],
  'chat-logs': [],
  'curated-answers': ['service.e2e.ts', 'widget/'],
  doctor: [],
  evaluations: [],
  excerpts: [],
  integrations: [],
  mindmap: ['widget/'],
  notices: [],
  pets: ['widget/'],
  writing: ['editor/'],
};

const textFile = /(?:^|\/)(?:[\w-]+-)?texts\.ts$/;

/** A page of the console, or a feature, by whose name its browser tests are found. */
interface Page {
  readonly page: string;
  /** True for its labels, which more pages show than use its parts. */
  readonly isText?: boolean;
  /** Files and folders of browser tests besides. */
  readonly also: readonly string[];
}

/** What a path touches of the browser tests: files and folders, a page, or all of them. */
type Reach = readonly string[] | Page | 'all';

interface Row {
  readonly paths: RegExp;
  readonly reach: Reach | ((found: RegExpExecArray) => Reach);
}

const ofFeature = ([, name = '']: RegExpExecArray): Reach => {
  const also = Object.hasOwn(seenOn, name) ? seenOn[name] : undefined;
  return also ? { page: name, also } : 'all';
};

/** The first matching row counts; a path without a row touches all browser tests. */
const rows: readonly Row[] = [
  { paths: /^test\/e2e\/(.*\.e2e\.ts)$/, reach: ([, file = '']) => [file] },
  { paths: /\.test\.ts$|^server\/http\/openapi\/[\w-]+\.json$/, reach: [] },
  { paths: /^(?:docs|bench|eval|tools|verify|\.ci)\//, reach: [] },
  {
    paths: /^test\/(?:api|conformance|contracts|deploy|http|models|platforms|reference|running)\//,
    reach: [],
  },
  // The articles of the sample site.
  { paths: /^handbook\//, reach: ['service.e2e.ts', 'console/answers.e2e.ts', 'console/handbook.e2e.ts'] },
  { paths: /\.md$/, reach: [] },
  { paths: /^test\/install\//, reach: [] },
  {
    paths: /^console\/pages\/([\w-]+)\/(?:.*\/)?([\w.-]+)$/,
    reach: ([, page = '', file = '']) => ({ page, also: [], isText: textFile.test(file) }),
  },
  { paths: /^console\//, reach: ['console/'] },
  { paths: /^server\/features\/([\w-]+)\//, reach: ofFeature },
  { paths: /^contract\/([\w-]+)(?:\/|\.ts$)/, reach: ofFeature },
  { paths: /^widget\/(?:mind-map|pet|related|search|share)\//, reach: ['widget/', 'service.e2e.ts'] },
  { paths: /^editor\//, reach: ['editor/'] },
];

/**
 * The browser tests that changes of these paths can reach: `all` of them unless that is known to be less. A page of the console is
 * reached by every test that names its address or that of a page which uses its files, and by those that go through all pages.
 */
export function browserFilesTouchedBy(
  paths: readonly string[],
  all: readonly SourceFile[],
): readonly string[] {
  const reached = new Set<string>();
  for (const path of paths) {
    const reach = reachOf(path);
    const isReached = testOf(reach);
    for (const file of all) if (isReached(file)) reached.add(file.path);
  }
  return [...reached].toSorted();
}

function reachOf(path: string): Reach {
  for (const { paths, reach } of rows) {
    const found = paths.exec(path);
    if (found) return typeof reach === 'function' ? reach(found) : reach;
  }
  return 'all';
}

const folder = 'console/pages/';

/** The page of the console to which a path belongs. */
const pageOf = (path: string) =>
  path.startsWith(folder) ? path.slice(folder.length).split('/')[0] : undefined;

/** A page that imports a file of another one. */
interface Use {
  readonly by: string;
  readonly of: string;
  readonly isText: boolean;
}

/** Read at the first need. */
let uses: readonly Use[] | undefined;

const readUses = (): readonly Use[] =>
  projectFiles(folder)
    .filter(({ path }) => /\.(?:ts|vue)$/.test(path))
    .flatMap((file) =>
      importsOf(file).map(({ target }) => ({
        by: pageOf(file.path) ?? '',
        of: pageOf(target) ?? '',
        isText: textFile.test(target),
      })),
    )
    .filter(({ by, of }) => by !== of && of !== '');

function testOf(reach: Reach): (file: SourceFile) => boolean {
  if (reach === 'all') return () => true;
  if (!('page' in reach)) return ({ path }) => reach.some((part) => path.startsWith(tests + part));
  const { page, also, isText = false } = reach;
  // A folder that is no page of the menu has no address to look for.
  if (!pageNames.has(page)) return () => true;
  uses ??= readUses();
  const users = uses.filter((use) => use.of === page && (isText || !use.isText)).map(({ by }) => by);
  const shown = [page, ...users].map((name) => `/${name}(?![\\w-])`);
  const address = new RegExp(shown.join('|'));
  return ({ path, text }) =>
    address.test(text) ||
    text.includes('/page-groups.ts') ||
    // The home page shows something of every page.
    path === `${tests}console/home.e2e.ts` ||
    also.some((part) => path.startsWith(tests + part));
}
