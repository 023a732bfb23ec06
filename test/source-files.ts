import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { extname, join, posix } from 'node:path';
import ts from 'typescript';

/** The folder of the project. */
export const projectRoot = join(import.meta.dirname, '..');

const skipped = new Set(['node_modules', 'dist', 'lib', 'data', 'coverage', '.git']);
const binary = new Set(['.png', '.jpg', '.jpeg', '.webp', '.ico', '.woff2', '.sqlite', '.gz']);

export interface SourceFile {
  /** From the project's folder, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** Every text file of the project that somebody wrote. */
export function projectFiles(folder = ''): SourceFile[] {
  return readdirSync(join(projectRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (skipped.has(entry.name) || binary.has(extname(path))) return [];
    if (entry.isDirectory()) return projectFiles(path);
    return [{ path, text: readFileSync(join(projectRoot, path), 'utf8') }];
  });
}

export interface Import {
  /** `server/kit/fault.ts`, `npm:zod`, `node:fs`. */
  readonly target: string;
  readonly typesOnly: boolean;
  /** `export … from`. */
  readonly isReExport: boolean;
}

/** Imports of a module, static and dynamic. Each file is parsed once. */
export function importsOf(file: SourceFile): readonly Import[] {
  const known = imports.get(file) ?? readImports(file);
  imports.set(file, known);
  return known;
}

const imports = new WeakMap<SourceFile, readonly Import[]>();

function readImports(file: SourceFile): Import[] {
  const { path } = file;
  const found: Import[] = [];
  const add = (specifier: string, typesOnly: boolean, isReExport = false) =>
    found.push({ target: targetOf(path, specifier), typesOnly, isReExport });
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      add(node.moduleSpecifier.text, isTypesOnly(node.importClause));
    } else if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      add(node.moduleSpecifier.text, node.isTypeOnly, true);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      if (specifier && ts.isStringLiteral(specifier)) add(specifier.text, false);
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(file));
  return found;
}

/** The syntax tree of a file. Each file is parsed once. */
export function parse(file: SourceFile): ts.SourceFile {
  const known = trees.get(file) ?? readTree(file);
  trees.set(file, known);
  return known;
}

const trees = new WeakMap<SourceFile, ts.SourceFile>();

const readTree = ({ path, text }: SourceFile): ts.SourceFile =>
  ts.createSourceFile(
    path,
    path.endsWith('.vue') ? scriptsOf(text) : text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

/** The scripts of a single-file component. */
const scriptsOf = (text: string): string =>
  [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script).join('\n');

/** `import type …`, or braces in which every name is a type. */
function isTypesOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { namedBindings } = clause;
  if (clause.name || !namedBindings || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.length > 0 && namedBindings.elements.every((element) => element.isTypeOnly);
}

function targetOf(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  if (specifier.startsWith('node:') || specifier.startsWith('virtual:')) return specifier;
  if (builtinModules.includes(specifier)) return `node:${specifier}`;
  const [scope = '', name = ''] = specifier.split('/');
  return `npm:${scope.startsWith('@') ? `${scope}/${name}` : scope}`;
}
