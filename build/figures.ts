import process from 'node:process';
import ts from 'typescript';
import { parse, projectFiles, type SourceFile } from '../test/source-files.ts';

/*
 * Figures of the code that have no limit, but should not grow: functions of one name in several files, and named numbers
 * on the way from a question to its answer. Printed by `npm run check`.
 */

/** Folders on the way from a question to its answer. */
const answerPath = [
  'server/features/chat/',
  'server/features/knowledge/retrieval/',
  'server/search/query/',
  'server/search/scores/',
  'server/adapters/models/builtin/extractive/',
  'server/text/question/',
];

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

/** Number of constants and fields of a file whose value is a number. */
function namedNumbersIn(file: SourceFile): number {
  let found = 0;
  const visit = (node: ts.Node): void => {
    if ((ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) && isNumber(node.initializer))
      found += 1;
    ts.forEachChild(node, visit);
  };
  visit(parse(file));
  return found;
}

const isNumber = (value: ts.Expression | undefined): boolean =>
  value !== undefined &&
  (ts.isNumericLiteral(value) || (ts.isPrefixUnaryExpression(value) && ts.isNumericLiteral(value.operand)));

const filesOf = new Map<string, number>();
for (const file of sources)
  for (const name of new Set(functionNames(file))) filesOf.set(name, (filesOf.get(name) ?? 0) + 1);
const shared = [...filesOf].filter(([, files]) => files > 1).toSorted((a, b) => b[1] - a[1]);
const most = shared.slice(0, 5).map(([name, files]) => `${name} ${files}`);
const numbers = answerPath.map((folder) =>
  sources.filter(({ path }) => path.startsWith(folder)).reduce((sum, file) => sum + namedNumbersIn(file), 0),
);
const inAll = numbers.reduce((sum, one) => sum + one, 0);
process.stdout.write(
  `names of functions that stand in more than one file: ${shared.length} (most: ${most.join(', ')})\n` +
    `named numbers in the answer path: ${inAll} (${answerPath.map((folder, at) => `${folder} ${numbers[at]}`).join(', ')})\n`,
);
