import ts from 'typescript';

/** A regular expression as it stands in a source. */
export interface Literal {
  readonly source: string;
  readonly flags: string;
  readonly line: number;
}

/** The regular expressions of a source: literals, and `new RegExp` of constant text. Of a Vue component the scripts are read. */
export function literalsIn(file: string, text: string): readonly Literal[] {
  const scripts = file.endsWith('.vue') ? scriptsOf(text) : text;
  const found: Literal[] = [];
  const source = ts.createSourceFile(file, scripts, ts.ScriptTarget.Latest);
  const visit = (node: ts.Node): void => {
    const literal = patternOf(node);
    if (literal) {
      const { line } = source.getLineAndCharacterOfPosition(node.end);
      found.push({ ...literal, line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
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
  if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'RegExp')
    return undefined;
  const [source, flags] = node.arguments ?? [];
  const written = source && constantOf(source);
  return written === undefined ? undefined : { source: written, flags: (flags && constantOf(flags)) ?? '' };
}

function constantOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTaggedTemplateExpression(node) && ts.isNoSubstitutionTemplateLiteral(node.template))
    return node.template.rawText;
  return undefined;
}
