import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import ts from 'typescript';
import { parse, projectFiles, type SourceFile } from '../test/source-files.ts';

/*
 * Figures of the code that have no limit, but should not grow: functions of one name in several files, and lines and hand-set numbers
 * on the way from a question to its answer. Printed by `npm run check`.
 *
 * A hand-set number is any number with a fraction, named or not, and any named whole number above 1 that `answer-limits.json` does not
 * list: as a limit of size, time or memory, or as a part of a format, such as the code of a character. A limit has to prove it:
 * `npm run bench -- doubled-limits` doubles all of them, and no answer to any set of questions may change. Learned numbers are in the JSON
 * files that `tools/train` writes.
 */

/** Folders on the way from a question to its answer. */
const answerPath = [
  'server/features/chat/',
  'server/features/knowledge/retrieval/',
  'server/search/query/',
  'server/search/ranking/',
  'server/search/scores/',
  'server/search/analysis/',
  'server/adapters/models/builtin/extractive/',
  'server/text/question/',
  'server/text/synonyms/',
];

type Names = Readonly<Record<string, readonly string[]>>;

const { limits, formats }: { readonly limits: Names; readonly formats: Names } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'answer-limits.json'), 'utf8'),
);

const sources = projectFiles().filter(
  ({ path }) =>
    /^(?:contract|client|server|widget|editor|console)\/.*\.(?:ts|vue)$/.test(path) &&
    !/\.(?:test|e2e|d)\.ts$/.test(path),
);

/** Names of the functions at the top level of a file. */
const functionNames = (file: SourceFile): readonly string[] =>
  parse(file).statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement)) return statement.name?.text ?? [];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      ts.isIdentifier(name) && initializer && ts.isFunctionLike(initializer) ? name.text : [],
    );
  });

/** The hand-set numbers of a file, by their names or as they are written. */
function handSetNumbers(file: SourceFile): readonly string[] {
  const found: string[] = [];
  const listed = [limits, formats].flatMap((names) => names[file.path] ?? []);
  const visit = (node: ts.Node): void => {
    if (ts.isNumericLiteral(node)) {
      const { parent } = node;
      const isNamed =
        (ts.isVariableDeclaration(parent) && isConstant(parent)) || ts.isPropertyAssignment(parent);
      const name = isNamed ? parent.name.getText() : '';
      const value = Number(node.text);
      const isSet = !Number.isInteger(value) || (isNamed && value > 1);
      if (isSet && !listed.includes(name)) found.push(name || node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(file));
  return found;
}

/** Whether a variable never changes: counters are no numbers that anybody sets. */
const isConstant = ({ parent }: ts.VariableDeclaration): boolean => (parent.flags & ts.NodeFlags.Const) !== 0;

const lineCount = ({ text }: SourceFile): number =>
  text.split('\n').filter((line) => line.trim() !== '').length;

const filesOf = new Map<string, number>();
for (const file of sources)
  for (const name of new Set(functionNames(file))) filesOf.set(name, (filesOf.get(name) ?? 0) + 1);
const shared = [...filesOf].filter(([, files]) => files > 1).toSorted((a, b) => b[1] - a[1]);
const most = shared.slice(0, 5).map(([name, files]) => `${name} ${files}`);
const onPath = answerPath.map((folder) => {
  const own = sources.filter(({ path }) => path.startsWith(folder));
  return {
    folder,
    lines: own.reduce((sum, file) => sum + lineCount(file), 0),
    numbers: own.flatMap((file) =>
      handSetNumbers(file).map((name) => `${file.path.slice(folder.length)} ${name}`),
    ),
  };
});
const sumOf = (valueOf: (one: (typeof onPath)[number]) => number) =>
  onPath.reduce((sum, one) => sum + valueOf(one), 0);
process.stdout.write(
  `names of functions that stand in more than one file: ${shared.length} (most: ${most.join(', ')})\n` +
    `lines of the answer path: ${sumOf(({ lines }) => lines)} (${onPath.map(({ folder, lines }) => `${folder} ${lines}`).join(', ')})\n` +
    `hand-set numbers in the answer path: ${sumOf(({ numbers }) => numbers.length)}\n` +
    onPath
      .filter(({ numbers }) => numbers.length > 0)
      .map(({ folder, numbers }) => `  ${folder}: ${numbers.join(', ')}\n`)
      .join(''),
);
