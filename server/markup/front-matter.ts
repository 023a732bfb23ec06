import { parse as parseToml } from 'smol-toml';
import { explained, type Words } from '../kit/explained.ts';
import { LineCounter, parseDocument } from 'yaml';
import { firstSentence, yamlMistake } from './yaml-mistake.ts';

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
};

/**
 * Splits a Markdown file into front matter and text. Reads plain data only: YAML (core schema, no tags) between `---`,
 * TOML between `+++`; nothing is executed. Never throws: errors are returned with their line.
 */
export const splitFrontMatter = (source: string): Split => {
  const text = plainText(source);
  const firstLine = fenceOf(text);
  if (firstLine === undefined) return { ok: true, data: {}, body: text };
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
  return firstLine === undefined ? text : text.slice(closingFence(text, firstLine.slice(0, 3))?.end ?? 0);
};

const plainText = (source: string): string => source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');

/** The line that opens front matter; `undefined` when there is none. */
const fenceOf = (text: string): string | undefined => {
  const firstLine = /^[^\n]*/.exec(text)?.[0].trimEnd() ?? '';
  return /^(?:---|\+\+\+)(?!-)/.test(firstLine) ? firstLine : undefined;
};

type Result = { readonly ok: true; readonly data: FrontMatter } | Extract<Split, { ok: false }>;
type Reader = (text: string) => Result;

const wrong = (line: number, reason: Words) => ({ ok: false, line, reason }) as const;

const closingFence = (text: string, mark: string): { start: number; end: number } | undefined => {
  const pattern = mark === '+++' ? /^\+\+\+[ \t]*$/gm : /^(?:---|\.\.\.)[ \t]*$/gm;
  pattern.lastIndex = 3;
  const match = pattern.exec(text);
  return match ? { start: match.index, end: match.index + match[0].length + 1 } : undefined;
};

/** As it stands, else with values such as `News: the season starts` read as the text that their author meant. */
const readYaml: Reader = (text) => {
  const result = parseYaml(text);
  if (result.ok) return result;
  const quoted = text.replace(
    VALUE_WITH_COLON,
    (_, name: string, value: string) => `${name}${JSON.stringify(value)}`,
  );
  const second = quoted === text ? result : parseYaml(quoted);
  return second.ok ? second : result;
};

/** A plain value on the line of its name that has a colon and a blank in it, which YAML takes for a second name. */
const VALUE_WITH_COLON =
  /^([\w-]+:[ \t]+)([^\s"'[\]{}|>&*!%@`#,?:-][^\n]*?:[ \t][^\n]*?)[ \t]*(?:[ \t]#[^\n]*)?$/gm;

/** The opening fence is line 1, so line numbers shift by one. */
const parseYaml: Reader = (text) => {
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, {
      schema: 'core',
      version: '1.2',
      merge: false,
      lineCounter: lines,
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

const plainRecord = (data: unknown): Result => {
  if (data === null || data === undefined) return { ok: true, data: {} };
  if (typeof data !== 'object' || Array.isArray(data)) return wrong(1, explained('front_matter_shape'));
  return { ok: true, data: Object.fromEntries(Object.entries(data)) };
};

/** The error in plain words, then in those of the library. */
const notValid = (format: string, message: string): Words =>
  explained('front_matter_syntax', { format, detail: firstSentence(message) });
