import { parse as parseToml } from 'smol-toml';
import { explained, type Words } from '../kit/explained.ts';
import { LineCounter, parseDocument } from 'yaml';
import { firstSentence, yamlMistake } from './yaml/yaml-mistake.ts';
import { rewriteYaml } from './yaml/yaml-rewrite.ts';
import { endOfBrackets } from './yaml/yaml-tokens.ts';

/** Values of the front matter. YAML dates stay text; TOML has a date type. */
export type FrontMatter = Readonly<Record<string, unknown>>;

export type Split =
  | { readonly ok: true; readonly data: FrontMatter; readonly body: string }
  /** `line` counts from 1. */
  | { readonly ok: false; readonly line: number; readonly reason: Words };

/** Longest front matter in UTF-16 units. */
const maxLength = 64_000;
/** Bound against alias bombs; no honest author writes as many references. */
const maxAliases = 50;

const fences: Readonly<Record<string, Reader>> = {
  '---': (text) => readYaml(text),
  '---yaml': (text) => readYaml(text),
  '+++': (text) => readToml(text),
  '---toml': (text) => readToml(text),
  // As Hexo reads it.
  ';;;': (text) => readJson(`{${text}}`),
};

/**
 * Splits a Markdown file into front matter and text. Reads plain data only: YAML (core schema, no tags) between `---`,
 * TOML between `+++`, JSON in braces at the beginning or between `;;;`; nothing is executed. Never throws: errors are returned with their line.
 */
export const splitFrontMatter = (source: string): Split => {
  const text = plainText(source);
  const firstLine = fenceOf(text);
  if (firstLine === undefined)
    return beginsWithJson.test(text) ? splitJson(text) : { ok: true, data: {}, body: text };
  const read = Object.hasOwn(fences, firstLine) ? fences[firstLine] : undefined;
  if (!read) return wrong(1, explained('front_matter_format', { format: firstLine.slice(3, 40) }));
  const end = closingFence(text, firstLine.slice(0, 3));
  if (!end) return wrong(1, explained('front_matter_open'));
  const matter = text.slice(firstLine.length, end.start);
  if (matter.length > maxLength) return wrong(1, explained('front_matter_long'));
  const result = read(matter);
  return result.ok ? { ...result, body: text.slice(end.end) } : result;
};

/** The `body` of {@link splitFrontMatter} for a source that it splits. */
export const textAfterFrontMatter = (source: string): string => {
  const text = plainText(source);
  const firstLine = fenceOf(text);
  if (firstLine !== undefined) return text.slice(closingFence(text, firstLine.slice(0, 3))?.end ?? 0);
  return beginsWithJson.test(text) ? text.slice(endOfJson(text) ?? 0).replace(/^\n/, '') : text;
};

/** A name and its colon behind a brace, as Hugo reads it. */
const beginsWithJson = /^\{\s*"[^"\n]*"\s*:/;

/** Place behind the closing brace. */
const endOfJson = (text: string): number | undefined => endOfBrackets(text.slice(0, maxLength), 0);

function splitJson(text: string): Split {
  const end = endOfJson(text);
  if (end === undefined) return wrong(1, explained('front_matter_open'));
  const result = readJson(text.slice(0, end));
  return result.ok ? { ...result, body: textAfterFrontMatter(text) } : result;
}

const plainText = (source: string): string => source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');

/** The line that opens front matter; `undefined` when there is none. */
const fenceOf = (text: string): string | undefined => {
  const firstLine = /^[^\n]*/.exec(text)?.[0].trimEnd() ?? '';
  return /^(?:---|\+\+\+|;;;)(?!-)/.test(firstLine) ? firstLine : undefined;
};

type Result = { readonly ok: true; readonly data: FrontMatter } | Extract<Split, { ok: false }>;
type Reader = (text: string) => Result;

const wrong = (line: number, reason: Words) => ({ ok: false, line, reason }) as const;

const closings: Readonly<Record<string, RegExp>> = { '+++': /^\+\+\+[ \t]*$/gm, ';;;': /^;;;[ \t]*$/gm };

const closingFence = (text: string, mark: string): { start: number; end: number } | undefined => {
  const pattern = closings[mark] ?? /^(?:---|\.\.\.)[ \t]*$/gm;
  pattern.lastIndex = 3;
  const match = pattern.exec(text);
  return match ? { start: match.index, end: match.index + match[0].length + 1 } : undefined;
};

/** As it stands, else as {@link rewriteYaml} writes it. Of two errors the one further down is told: the other may be none. */
const readYaml: Reader = (text) => {
  const first = parseYaml(text);
  if (first.ok) return first;
  const rewritten = rewriteYaml(text);
  if (rewritten === text) return first;
  const second = parseYaml(rewritten);
  return second.ok || second.line > first.line ? second : first;
};

/** The opening fence is line 1, so line numbers shift by one. */
const parseYaml: Reader = (text) => {
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, {
      schema: 'core',
      version: '1.2',
      merge: false,
      uniqueKeys: false,
      lineCounter: lines,
      // A name that is a list or an object is a text here; the process is not warned of it.
      logLevel: 'error',
    });
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) {
      const { line, col: column } = lines.linePos(problem.pos[0]);
      return wrong(line, yamlMistake({ code: problem.code, message: problem.message, column }));
    }
    return plainRecord(document.toJS({ maxAliasCount: maxAliases }));
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unreadable';
    const alias = /^Unresolved alias .*: (\S+)$/.exec(message)?.[1] ?? '';
    const at = alias === '' ? -1 : text.indexOf(`*${alias}`);
    if (at < 0) return wrong(1, notValid('YAML', message));
    const { line, col: column } = lines.linePos(at);
    return wrong(line, yamlMistake({ code: 'BAD_ALIAS', message, column }));
  }
};

const readToml: Reader = (text) => {
  try {
    return plainRecord(parseToml(text));
  } catch (error) {
    const line = error instanceof Error && 'line' in error && typeof error.line === 'number' ? error.line : 1;
    return wrong(line, notValid('TOML', error instanceof Error ? error.message : 'unreadable'));
  }
};

const readJson: Reader = (text) => {
  try {
    return plainRecord(JSON.parse(text));
  } catch (error) {
    return wrong(1, notValid('JSON', error instanceof Error ? error.message : 'unreadable'));
  }
};

const plainRecord = (data: unknown): Result => {
  if (data === null || data === undefined) return { ok: true, data: {} };
  if (typeof data !== 'object' || Array.isArray(data)) return wrong(1, explained('front_matter_shape'));
  return { ok: true, data: Object.fromEntries(Object.entries(data)) };
};

/** The error in plain words, then in those of the library. */
const notValid = (format: string, message: string): Words =>
  explained('front_matter_syntax', { format, detail: firstSentence(message) });
