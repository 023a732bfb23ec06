const special = /[\\^$.*+?()[\]{}|]/;

/** The expression that matches exactly this phrase. */
export const expressionOf = (phrase: string): string =>
  phrase.trim().replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** The phrase that an expression matches, if it matches nothing else; `undefined` for other expressions. */
export function phraseOf(expression: string): string | undefined {
  // A backslash before a letter or digit is a class of characters or a reference.
  const escapes = expression.match(/\\./g) ?? [];
  if (escapes.some((escape) => /[A-Za-z0-9]/.test(escape))) return undefined;
  const literal = expression.replace(/\\./g, '');
  return special.test(literal) ? undefined : expression.replace(/\\(.)/g, '$1');
}

/** Triggers in editable form: phrases, and expressions for experts. */
export interface Triggers {
  readonly phrases: readonly string[];
  readonly expressions: readonly string[];
}

export function triggersOf(patterns: readonly string[]): Triggers {
  const phrases = patterns.flatMap((pattern) => phraseOf(pattern) ?? []);
  return { phrases, expressions: patterns.filter((pattern) => phraseOf(pattern) === undefined) };
}

/** The request body: phrases become expressions; blank ones are dropped. */
export const patternsOf = ({ phrases, expressions }: Triggers): string[] =>
  [...phrases.map(expressionOf), ...expressions].filter((pattern) => pattern.trim() !== '');
