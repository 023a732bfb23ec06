import ts from 'typescript';

/** A regular expression as it stands in a source. */
export interface Literal {
  readonly source: string;
  readonly flags: string;
  readonly line: number;
}

/** An expression that is put together when the program runs: where it is made. */
export interface Assembled {
  readonly line: number;
}

/** The regular expressions of a source. Of a Vue component the scripts are read. */
export interface Patterns {
  /** Literals, and `new RegExp` of constant text and of escaped words, for which one word stands. */
  readonly literals: readonly Literal[];
  /** Those of other parts. */
  readonly assembled: readonly Assembled[];
}

export function patternsIn(file: string, text: string): Patterns {
  const scripts = file.endsWith('.vue') ? scriptsOf(text) : text;
  const literals: Literal[] = [];
  const assembled: Assembled[] = [];
  const source = ts.createSourceFile(file, scripts, ts.ScriptTarget.Latest);
  const visit = (node: ts.Node): void => {
    const literal = patternOf(node);
    const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
    if (literal) literals.push({ ...literal, line: lineAt(node.end) });
    else if (isConstructed(node)) assembled.push({ line: lineAt(node.getStart(source)) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { literals, assembled };
}

/** A component with only its scripts, each on its own lines. */
function scriptsOf(component: string): string {
  let isScript = false;
  return component
    .split('\n')
    .map((line) => {
      if (line.startsWith('</script')) isScript = false;
      const kept = isScript ? line : '';
      if (line.startsWith('<script')) isScript = true;
      return kept;
    })
    .join('\n');
}

function patternOf(node: ts.Node): { readonly source: string; readonly flags: string } | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  if (!isConstructed(node)) return undefined;
  const [source, flags] = node.arguments ?? [];
  const written = source && constantOf(source);
  return written === undefined ? undefined : { source: written, flags: (flags && constantOf(flags)) ?? '' };
}

const isConstructed = (node: ts.Node): node is ts.NewExpression =>
  ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp';

function constantOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTaggedTemplateExpression(node) && ts.isNoSubstitutionTemplateLiteral(node.template))
    return node.template.rawText;
  return ts.isTemplateExpression(node) ? withWords(node) : undefined;
}

/** A template whose parts are all escaped, with a word for each. */
function withWords({ head, templateSpans }: ts.TemplateExpression): string | undefined {
  if (!templateSpans.every(({ expression }) => isEscape(expression))) return undefined;
  return [head.text, ...templateSpans.map(({ literal }) => literal.text)].join('word');
}

/** `RegExp.escape(…)`. */
const isEscape = (node: ts.Expression): boolean =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text === 'escape' &&
  ts.isIdentifier(node.expression.expression) &&
  node.expression.expression.text === 'RegExp';
