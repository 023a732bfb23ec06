import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { looksOnce } from './e2e/looks-once.ts';
import { importsOf, parse, projectFiles, type Import, type SourceFile } from './source-files.ts';

/*
 * The law of the house: who may import whom, and what stands where. A failing line names the file and the rule.
 * `npm:*` is any package that no line of `owners` reserves; `self` is the folder of the same feature; `front door`
 * is the file of a feature that is named as its folder.
 */

interface Line {
  readonly from: string;
  readonly mayImport: readonly string[];
  readonly andTypesOf?: readonly string[];
}

/** Mechanisms that know no feature: the kit, and beside it work, text, search, calls of models, markup and pictures. */
const leaves = [
  'server/kit/',
  'server/work/',
  'server/text/',
  'server/search/',
  'server/model-calls/',
  'server/markup/',
  'server/imaging/',
];

/** The first line that fits a file counts. */
const law: readonly Line[] = [
  { from: 'contract/', mayImport: ['contract/', 'npm:zod'] },
  { from: 'client/', mayImport: ['client/', 'contract/'] },
  { from: 'server/ports/', mayImport: [], andTypesOf: ['server/ports/', 'contract/'] },
  {
    from: 'server/kit/',
    mayImport: ['server/kit/', 'contract/explanations/', 'package.json', 'node:', 'npm:*'],
    andTypesOf: ['contract/', 'server/ports/'],
  },
  {
    from: 'server/work/',
    mayImport: ['server/work/', 'server/kit/', 'node:', 'npm:*'],
    andTypesOf: ['contract/', 'server/ports/'],
  },
  {
    from: 'server/text/',
    mayImport: ['server/text/', 'server/kit/', 'node:', 'npm:*'],
    andTypesOf: ['contract/', 'server/ports/'],
  },
  {
    from: 'server/search/',
    mayImport: ['server/search/', 'server/text/', 'server/work/', 'server/kit/', 'node:', 'npm:*'],
    andTypesOf: ['contract/', 'server/ports/'],
  },
  {
    from: 'server/model-calls/',
    mayImport: ['server/model-calls/', 'server/work/', 'server/kit/', 'node:', 'npm:*'],
    andTypesOf: ['contract/', 'server/ports/'],
  },
  {
    from: 'server/markup/',
    mayImport: [
      'server/markup/',
      'server/text/',
      'server/kit/',
      'contract/site/interface-language.ts',
      'node:',
      'npm:*',
    ],
    andTypesOf: ['contract/', 'server/ports/'],
  },
  {
    from: 'server/imaging/',
    mayImport: ['server/imaging/', 'server/work/', 'server/kit/', 'node:', 'npm:*'],
    andTypesOf: ['contract/', 'server/ports/'],
  },
  {
    from: 'server/http/',
    mayImport: [
      'server/http/',
      'contract/',
      ...leaves,
      'node:',
      'npm:fastify',
      'npm:@fastify/',
      'npm:zod',
      'package.json',
    ],
    andTypesOf: ['server/ports/'],
  },
  {
    from: 'server/features/',
    mayImport: ['self', 'contract/', ...leaves, 'server/http/implement.ts', 'node:', 'npm:*'],
    andTypesOf: ['server/ports/', 'front door'],
  },
  {
    from: 'server/adapters/',
    mayImport: [
      'server/adapters/',
      'contract/site/interface-language.ts',
      'contract/widget/formulas.ts',
      ...leaves,
      'node:',
      'npm:*',
    ],
    andTypesOf: ['server/ports/', 'contract/'],
  },
  {
    from: 'server/app',
    mayImport: ['server/app/', 'server/features/', 'server/http/', ...leaves, 'server/migrations.ts'],
    andTypesOf: ['server/ports/'],
  },
  { from: 'server/migrations.ts', mayImport: ['server/features/', ...leaves] },
  {
    from: 'server/env.ts',
    mayImport: [
      'node:',
      'npm:zod',
      'server/adapters/hosts/platform-settings.ts',
      'server/adapters/hosts/sources/source-settings.ts',
      'server/adapters/search/search-settings.ts',
      'server/kit/settings/',
      'server/kit/shipped.ts',
    ],
    andTypesOf: ['server/adapters/hosts/named-site.ts'],
  },
  {
    from: 'server/',
    mayImport: [
      'server/app.ts',
      'server/env.ts',
      'server/migrations.ts',
      'server/open-ports.ts',
      'server/start/',
      'server/main.ts',
      'server/cli/',
      'server/adapters/',
      'server/http/openapi.ts',
      'contract/explanations/',
      ...leaves,
      'node:',
      'npm:@clack/prompts',
      'npm:zod',
    ],
    andTypesOf: ['server/ports/', 'contract/doctor.ts'],
  },
  {
    from: 'widget/',
    mayImport: [
      'widget/',
      'contract/frames.ts',
      'contract/widget/formulas.ts',
      'contract/articles/cited-title.ts',
      'contract/widget/filled.ts',
      'virtual:',
      'npm:lit',
      'npm:marked',
      'npm:temml',
      'npm:@speed-highlight/core',
      'npm:dompurify',
      'npm:markmap-view',
    ],
    andTypesOf: ['contract/'],
  },
  { from: 'embed/', mayImport: ['embed/', 'npm:react', 'npm:vue'], andTypesOf: ['contract/'] },
  {
    from: 'editor/',
    mayImport: [
      'editor/',
      'client/stream.ts',
      'widget/kit/clipboard.ts',
      'contract/widget/filled.ts',
      'contract/writing/actions.ts',
      'npm:lit',
      'npm:@tiptap/core',
      'npm:@tiptap/pm',
    ],
    andTypesOf: ['contract/'],
  },
  {
    from: 'console/',
    mayImport: [
      'console/',
      'client/',
      'contract/',
      'npm:vue',
      'npm:vue-router',
      'npm:naive-ui',
      'npm:@lucide/vue',
      'npm:chart.js',
      'npm:markmap-view',
      'npm:marked',
      'npm:dompurify',
      'npm:zod',
    ],
  },
];

/** Packages with one home: whoever else needs them asks there. */
const owners: Readonly<Record<string, readonly string[]>> = {
  'npm:fastify': ['server/http/'],
  'npm:@fastify/': ['server/http/'],
  'npm:kysely': ['server/kit/', 'server/work/', 'server/adapters/database/', 'store'],
  'npm:pg': ['server/adapters/database/postgres'],
  'npm:undici': ['server/adapters/'],
  'npm:@mozilla/readability': ['server/adapters/hosts/web/'],
  'npm:linkedom': ['server/adapters/hosts/web/'],
  'npm:robots-parser': ['server/adapters/hosts/web/'],
  'npm:@clack/prompts': ['server/cli/prompts.ts'],
  'npm:pino': ['server/adapters/log.ts'],
  'npm:@opentelemetry/': ['server/adapters/telemetry/'],
  'npm:prom-client': ['server/features/system/prometheus.ts'],
  'npm:sharp': ['server/imaging/image.ts'],
  'npm:@modelcontextprotocol/server': ['server/features/integrations/'],
  'npm:lit': ['widget/', 'editor/'],
  'npm:@tiptap/core': ['editor/tiptap'],
  'npm:@tiptap/pm': ['editor/tiptap'],
  'npm:dompurify': ['widget/', 'console/'],
  'npm:vue': ['console/', 'embed/vue.ts'],
  'npm:react': ['embed/react.ts'],
  'npm:naive-ui': ['console/'],
  'npm:@lucide/vue': ['console/'],
  'npm:markmap-view': ['console/', 'widget/'],
};

/** Files of more than 300 lines, each with the reason why it is one idea all the same. Data files are free. */
const longFiles: Readonly<Record<string, string>> = {};

/** Style sheets and scripts of more than 300 lines, each with the reason. */
const longSheets: Readonly<Record<string, string>> = {
  'widget/answer/turn.css': 'one sheet for all that an answer can show, in one shadow root',
  'widget/appearance/shell.css':
    'the frame of every window of the widget, with phone, print and forced colours',
  'widget/chat/view/panel.css': 'the chat window as a whole, with its states on phones',
  'widget/mind-map/mind-map.css': 'the block, the map and its text form',
};

/** The most lines of a function without the functions inside it and with them, and the most parameters. */
const functionLimits = { lines: 60, linesInAll: 120, parameters: 4 };

/** Functions that are longer all the same, as `file name`, each with the reason. */
const longFunctions: Readonly<Record<string, string>> = {
  'widget/loader/docent-chat.ts defineChat':
    'the class of a custom element, which closes over the service; none of its methods is long',
};

/** Above a function with more parameters: the reason why it takes no object. */
const wideTag = /\/\/ @wide: \S/;

/** Allowed module-level caches of pure functions, all bounded, each with the reason. */
const memories: Readonly<Record<string, string>> = {
  'server/text/morphology/everyday-words.ts': 'stems of a list of words for each language in use',
  'server/search/query/word-keys.ts': 'the keys of words that were asked for, until the index changes',
  'server/text/morphology/stem.ts':
    'the stemmers loaded so far, and stems of words, which every question and article asks for again',
  'server/text/support/akin.ts':
    'translations and synonyms of 5,000 words at most, which each statement asks for again',
  'server/text/synonyms/synonyms.ts': 'synonyms by their stems for each language in use',
  'server/text/text.ts': 'words of short runs without blanks, which each step of a question asks for again',
  'widget/answer/mark-nodes.ts':
    'which citation an element of the page stands for, as long as the element lives',
  'widget/answer/markdown/markdown.ts': 'that the module has been started, which is done once a page',
  'widget/ui/bring-styles.ts': 'the styles that a shadow root already has',
};

/** Files that ask for the next turn of the event loop by themselves, each with the reason. */
const immediates: Readonly<Record<string, string>> = {
  'server/adapters/database/postgres/availability.ts': 'calls back after the replies that are due',
  'server/http/connection/request-pacer.ts': 'the loop itself is what it paces',
  'server/http/stream.ts': 'calls back at the end of the turn, and takes the call back',
  'server/work/event-loop.ts': 'the one way for all others',
};

const everything = projectFiles();
const isTest = (path: string) => /\.(?:test|e2e)\.ts$/.test(path);
const sources = everything.filter(
  ({ path }) =>
    /^(?:contract|client|server|widget|editor|embed|console)\/.*\.(?:ts|vue)$/.test(path) && !isTest(path),
);

describe('who may import whom', () => {
  test.each(law.map(({ from }) => [from]))('%s', (from) => {
    const line = law.find((candidate) => candidate.from === from);
    const files = sources.filter(
      (file) => law.find((candidate) => file.path.startsWith(candidate.from)) === line,
    );
    expect(
      files.flatMap((file) =>
        importsOf(file).flatMap((one) => (line && allows(line, file, one) ? [] : [shown(file, one)])),
      ),
    ).toEqual([]);
  });

  test('every source file falls under a line', () => {
    const lawless = sources.filter(({ path }) => !law.some(({ from }) => path.startsWith(from)));
    expect(lawless.map(({ path }) => path)).toEqual([]);
  });

  test.each(Object.keys(owners))('%s stays at home', (name) => {
    const homes = owners[name] ?? [];
    const strays = sources
      .filter(({ path }) => !homes.some((home) => (home === 'store' ? isStore(path) : path.startsWith(home))))
      .flatMap((file) =>
        importsOf(file)
          .filter(isFrom(name))
          .map((one) => shown(file, one)),
      );
    expect(strays).toEqual([]);
  });
});

function allows({ mayImport, andTypesOf = [] }: Line, file: SourceFile, one: Import): boolean {
  const allowed = one.typesOnly ? [...mayImport, ...andTypesOf] : mayImport;
  return allowed.some((place) => {
    if (place === 'npm:*') return one.target.startsWith('npm:');
    if (place === 'self') return one.target.startsWith(featureOf(file.path));
    if (place === 'front door') return /^server\/features\/([\w-]+)\/\1\.ts$/.test(one.target);
    return one.target.startsWith(place);
  });
}

const featureOf = (path: string) => `${path.split('/').slice(0, 3).join('/')}/`;
const isFrom = (name: string) => (one: Import) =>
  !one.typesOnly && (name.endsWith('/') ? one.target.startsWith(name) : one.target === name);
const shown = ({ path }: SourceFile, { target, typesOnly }: Import) =>
  `${path} imports ${typesOnly ? 'types of ' : ''}${target}`;

/** `store.ts` of a feature or of a host adapter, or the files of a feature's `store/` folder. */
const isStore = (path: string) =>
  /^server\/(?:features|adapters\/hosts)\/[\w-]+\/store(?:\.ts|\/[\w-]+\.ts)$/.test(path);

const mayHoldSql = (path: string) => isStore(path) || /^server\/(?:kit|work|adapters\/database)\//.test(path);

/** True when `as any` occurs anywhere below the node. */
const loosens = (node: ts.Node): boolean =>
  (ts.isAsExpression(node) && node.type.kind === ts.SyntaxKind.AnyKeyword) ||
  (ts.forEachChild(node, (child) => loosens(child) || undefined) ?? false);

/** True for a module of words, phrases or texts: it declares no function. */
const isData = (file: SourceFile) => file.path.endsWith('.ts') && functionsIn(file).length === 0;

describe('what stands where', () => {
  test('SQL stands in stores, the kit and the database adapters', () => {
    const sql =
      /\bsql(?:<[^>]*>)?`|\.(?:selectFrom|insertInto|updateTable|deleteFrom|createTable|alterTable)\(/;
    expect(
      sources.filter(({ path, text }) => !mayHoldSql(path) && sql.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });

  test('the environment is read in env.ts and handed on by the two entrances', () => {
    const readers = sources.filter(({ path, text }) => {
      const handedOver = /^server\/(?:main|cli)\.ts$/.test(path)
        ? text.replaceAll(/readEnv\(process\.env\)|variables: process\.env/g, '')
        : text;
      return path !== 'server/env.ts' && /process\.env|\bloadEnvFile\b/.test(handedOver);
    });
    expect(readers.map(({ path }) => path)).toEqual([]);
  });

  test('the languages of the interface are named once', () => {
    const named = sources.filter(({ text }) => /'zh' \| 'en'|\['zh', 'en'\]/.test(text));
    expect(named.map(({ path }) => path)).toEqual(['contract/site/interface-language.ts']);
  });

  test('the event loop is yielded to in one way', () => {
    const found = sources.filter(({ text }) =>
      /\bsetImmediate\(|\bsetImmediate\b[^'`]*'node:timers/.test(text),
    );
    expect(found.map(({ path }) => path).toSorted()).toEqual(Object.keys(immediates).toSorted());
  });

  test('no module keeps state: nothing at the top level can be assigned again', () => {
    // Top-level variables of a component's script belong to each instance.
    const modules = sources.filter(({ path }) => !path.endsWith('.vue'));
    const mutable = modules.flatMap((file) =>
      parse(file)
        .statements.filter(ts.isVariableStatement)
        .filter(({ declarationList }) => (declarationList.flags & ts.NodeFlags.Const) === 0)
        .filter(({ modifiers }) => !modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword))
        .map((statement) => `${file.path}: ${statement.getText().split('\n', 1)[0]}`),
    );
    expect(mutable).toEqual([]);
  });

  test('no file only passes on what others export', () => {
    const barrels = sources.filter((file) => {
      const { statements } = parse(file);
      const passesAll = statements.some(
        (one) => ts.isExportDeclaration(one) && one.moduleSpecifier && !one.exportClause,
      );
      const passesOnly =
        statements.length > 0 &&
        statements.every((one) => ts.isExportDeclaration(one) && one.moduleSpecifier);
      return passesAll || passesOnly;
    });
    expect(barrels.map(({ path }) => path)).toEqual([]);
  });

  test('files are named in kebab-case, by an idea', () => {
    const code = everything.filter(({ path }) =>
      /^(?:contract|server|widget|editor|embed|console|test|bench|verify)\/.*\.(?:ts|vue)$/.test(path),
    );
    const names = code.map(({ path }) => path);
    const odd = names.filter(
      (path) =>
        !/^(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)+[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|e2e|d))?\.(?:ts|vue)$/.test(
          path,
        ),
    );
    expect(odd).toEqual([]);
    expect(
      names.filter((path) =>
        /(?:^|[/-])(?:utils?|helpers?|misc|manager|impl|base)[.-]|\/common\./.test(path),
      ),
    ).toEqual([]);
  });

  test('files stay short', () => {
    const long = sources
      .filter((file) => file.text.trimEnd().split('\n').length > 300 && !isData(file))
      .map(({ path }) => path);
    expect(long.filter((path) => !(path in longFiles))).toEqual([]);
    expect(Object.keys(longFiles).filter((path) => !long.includes(path))).toEqual([]);
  });

  test('style sheets and plain scripts stay short, too', () => {
    const long = everything
      .filter(({ path }) => /^(?:widget|console|editor)\/.*\.(?:css|js)$/.test(path))
      .filter(({ text }) => text.trimEnd().split('\n').length > 300)
      .map(({ path }) => path);
    expect(long.filter((path) => !(path in longSheets))).toEqual([]);
    expect(Object.keys(longSheets).filter((path) => !long.includes(path))).toEqual([]);
  });

  test('functions stay short and take few parameters', () => {
    const measured = sources.flatMap(functionsIn);
    const long = measured
      .filter(
        ({ lines, linesInAll }) => lines > functionLimits.lines || linesInAll > functionLimits.linesInAll,
      )
      .map(({ name }) => name);
    const wide = measured.filter(({ parameters }) => parameters > functionLimits.parameters);
    expect(long.filter((name) => !(name in longFunctions))).toEqual([]);
    expect(wide.filter(({ mayBeWide }) => !mayBeWide).map(({ name }) => name)).toEqual([]);
    const tags = sources.flatMap(({ text }) => text.match(new RegExp(wideTag, 'g')) ?? []);
    expect(tags.length, 'tags above functions that need them').toBe(wide.length);
    expect(Object.keys(longFunctions).filter((name) => !long.includes(name))).toEqual([]);
  });

  test('modules remember nothing but what is listed', () => {
    const remembering = sources
      .filter(({ text }) =>
        /^(?:export )?const \w+(?:: [^=]+)? = (?:new (?:Weak)?(?:Map|Set|LRUCache)(?:<.*>)?\(\)|\{\}|\[\]);/m.test(
          text,
        ),
      )
      .map(({ path }) => path);
    expect(remembering.toSorted()).toEqual(Object.keys(memories).toSorted());
  });

  test('no folder holds more than 25 files of its own', () => {
    const counts = new Map<string, number>();
    for (const { path } of everything) {
      const folder = path.slice(0, path.lastIndexOf('/') + 1);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    // The pages of the handbook and the records of decisions are content.
    const full = [...counts].filter(
      ([folder, files]) => files > 25 && !/^(?:handbook|docs\/decisions)\//.test(folder),
    );
    expect(full).toEqual([]);
  });

  test('the limits and formats that the answer path names are numbers of their files', () => {
    const textOf = (wanted: string) => everything.find(({ path }) => path === wanted)?.text ?? '';
    const listed: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = JSON.parse(
      textOf('build/answer-limits.json'),
    );
    expect(Object.keys(listed)).toEqual(['limits', 'formats']);
    const stale = Object.values(listed).flatMap((ofKind) =>
      Object.entries(ofKind).flatMap(([path, names]) =>
        names
          .filter((name) => !new RegExp(`\\b${name}(?: =|:) [\\d._]+`).test(textOf(path)))
          .map((name) => `${path}: no number ${name}`),
      ),
    );
    expect(stale).toEqual([]);
  });

  test('nothing imports in a circle, types included', () => {
    expect(
      circles(new Map(sources.map((file) => [file.path, importsOf(file).map(({ target }) => target)]))),
    ).toEqual([]);
  });

  test('no note of unfinished work, no loosened type', () => {
    const signs = /\b(?:TODO|FIXME|XXX)\b|@ts-(?:ignore|nocheck)|(?:eslint|oxlint)-disable/;
    expect(
      sources.filter((file) => signs.test(file.text) || loosens(parse(file))).map(({ path }) => path),
    ).toEqual([]);
  });

  test('browser tests wait for the state that they look for', () => {
    const once = `test(async () => {
      await page.getByRole('button').click();
      expect(await page.locator('p').count()).toBe(1);
      expect([path, (await seen(place)).height]).toEqual([path, 40]);
      await page.keyboard.press('Escape');
      const box = await panel.boundingBox();
      await visitor.open();
      const [one, two] = [await seen(first), await second.innerText()];
      await page.reload();
      await expect.poll(() => panel.boundingBox()).toEqual(box);
      const place = await panel.boundingBox();
      expect(fixture.asked).toEqual([]);
    });`;
    expect(looksOnce({ path: 'a.e2e.ts', text: once })).toEqual(
      [3, 4, 6, 8, 12].map((line) => `a.e2e.ts:${line}`),
    );
    const browserTests = everything.filter(({ path }) => /^test\/e2e\/.*\.ts$/.test(path));
    expect(browserTests.flatMap(looksOnce)).toEqual([]);
  });

  test('the project speaks of itself alone: no paths of a machine, no hosts of a registry', () => {
    // Written in pieces, so that this file does not find itself.
    const places = ['work', 'tmp', 'home', 'root'].map((folder) => `/${folder}/`);
    const hosts = ['registry.npmjs', 'npmmirror', 'artifactory', 'jfrog.io', 'verdaccio', 'nexus'].map(
      (host) => `://${host}`,
    );
    const spoken = everything.filter(
      ({ path }) => !path.startsWith('handbook/') && path !== 'test/architecture.test.ts',
    );
    const machine = new RegExp(`(?:^|[\\s"'\`(=:])(?:${places.join('|')})`, 'm');
    expect(spoken.filter(({ text }) => machine.test(text)).map(({ path }) => path)).toEqual([]);
    expect(
      spoken.filter(({ text }) => hosts.some((host) => text.includes(host))).map(({ path }) => path),
    ).toEqual([]);
  });
});

interface MeasuredFunction {
  readonly name: string;
  /** Without the functions inside it. */
  readonly lines: number;
  readonly linesInAll: number;
  readonly parameters: number;
  /** By its tag in the source. */
  readonly mayBeWide: boolean;
}

/** The functions of a file by `file name`. */
function functionsIn(file: SourceFile): MeasuredFunction[] {
  const source = parse(file);
  const found: MeasuredFunction[] = [];
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  /** Measures what stands below; returns the lines that its functions take. */
  const measure = (node: ts.Node): number => {
    let inside = 0;
    ts.forEachChild(node, (child) => void (inside += measure(child)));
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return inside;
    const lines = lineOf(node.end) - lineOf(node.getStart(source)) + 1;
    const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
    const name = `${file.path} ${named?.getText(source) ?? '(unnamed)'}`;
    const parameters = node.parameters.length;
    const mayBeWide = wideTag.test(commentsAbove(node, source));
    found.push({ name, lines: lines - inside, linesInAll: lines, parameters, mayBeWide });
    return lines > 1 ? lines : 0;
  };
  measure(source);
  return found;
}

/** The comments above the statement that a function stands in. */
function commentsAbove(node: ts.Node, source: ts.SourceFile): string {
  let statement = node;
  while (!ts.isSourceFile(statement.parent) && !ts.isBlock(statement.parent)) statement = statement.parent;
  return source.text.slice(statement.pos, statement.getStart(source));
}

/** The groups of files that import each other, directly or through others (Tarjan's strongly connected components). */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const open: string[] = [];
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    let low = own;
    open.push(file);
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue;
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, order.get(target) ?? own);
    }
    if (low === own) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1) found.push(group);
    }
    return low;
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return found;
}
