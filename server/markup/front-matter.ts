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
    return beginsWithJson.test(text)
      ? splitJson(text)
      : (splitLoose(text) ?? { ok: true, data: {}, body: text });
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
  if (beginsWithJson.test(text)) return text.slice(endOfJson(text) ?? 0).replace(/^\n/, '');
  return splitLoose(text)?.body ?? text;
};

type Found = Extract<Split, { ok: true }>;

/**
 * Front matter in the looser forms of one generator: behind empty lines (Hugo), between longer rules, and with no rule above it
 * (Hexo). A text may begin so as well; what does not read as a list of names and values is text: `undefined`.
 */
function splitLoose(text: string): Found | undefined {
  const start = /\S/.exec(text)?.index ?? 0;
  if (start > 0) {
    const rest = text.slice(start);
    const isForm = text[start - 1] === '\n' && (fenceOf(rest) !== undefined || beginsWithJson.test(rest));
    return isForm ? withNames(splitFrontMatter(rest)) : undefined;
  }
  const firstLine = /^[^\n]*/.exec(text)?.[0].trimEnd() ?? '';
  const isRule = /^(?:-{4,}|;{4,})$/.test(firstLine);
  if (!isRule && !/^[a-z_]{1,40}:(?: |$)/i.test(firstLine)) return undefined;
  const lines = text.slice(0, maxLength).split('\n');
  const last = lines.findIndex((line, at) =>
    isRule ? at > 0 && line.trimEnd() === firstLine : /^-{3,}$/.test(line.trimEnd()),
  );
  if (last < 0) return undefined;
  const matter = lines.slice(isRule ? 1 : 0, last).join('\n');
  const read = firstLine.startsWith(';') ? readJson(`{${matter}}`) : readYaml(`\n${matter}`);
  const body = text.slice(lines.slice(0, last + 1).join('\n').length + 1);
  // A line with a colon above a rule may be a heading; with a title or date it is none.
  const isMeant =
    isRule || (read.ok && (Object.hasOwn(read.data, 'title') || Object.hasOwn(read.data, 'date')));
  return isMeant && read.ok ? withNames({ ...read, body }) : undefined;
}

const withNames = (split: Split): Found | undefined =>
  split.ok && Object.keys(split.data).length > 0 ? split : undefined;

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
  return /^(?:---|\+\+\+|;;;)(?![-;])/.test(firstLine) ? firstLine : undefined;
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

/**
 * As it stands, else as {@link rewriteYaml} writes it, else with two blanks for each tab at the beginning of a line, as Hexo reads
 * it. Of several errors the one furthest down is told: the others may be none.
 */
const readYaml: Reader = (text) => {
  let told = parseYaml(text);
  for (const form of [text, text.replace(/^\t+/gm, (tabs) => '  '.repeat(tabs.length))]) {
    if (told.ok) break;
    const rewritten = rewriteYaml(form);
    if (rewritten === text) continue;
    const next = parseYaml(rewritten);
    if (next.ok || next.line > told.line) told = next;
  }
  return told;
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
    return plainRecord(merged(document.toJS({ maxAliasCount: maxAliases })));
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unreadable';
    const alias = /^Unresolved alias .*: (\S+)$/.exec(message)?.[1] ?? '';
    const at = alias === '' ? -1 : text.indexOf(`*${alias}`);
    if (at < 0) return wrong(1, notValid('YAML', message));
    const { line, col: column } = lines.linePos(at);
    return wrong(line, yamlMistake({ code: 'BAD_ALIAS', message, column }));
  }
};

/** Takes over the names of `<<`, which the others beside it overrule. Linear: `data` is a bounded tree. */
function merged(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(merged);
  if (!isRecord(data)) return data;
  const entries = Object.entries(data).map(([name, value]): [string, unknown] => [name, merged(value)]);
  const taken = entries.filter(([name]) => name === '<<').flatMap(([, value]) => [value].flat(1));
  if (taken.length === 0 || !taken.every(isRecord)) return Object.fromEntries(entries);
  // Of several, the first counts.
  const below = taken.toReversed().flatMap((each) => Object.entries(each));
  return Object.fromEntries([...below, ...entries.filter(([name]) => name !== '<<')]);
}

const isRecord = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null && [Object.prototype, null].includes(Object.getPrototypeOf(data));

/** Integers beyond those of JavaScript are their digits. */
const readToml: Reader = (text) => {
  try {
    return plainRecord(withDigits(parseToml(text, { integersAsBigInt: 'asNeeded' })));
  } catch (error) {
    const line = error instanceof Error && 'line' in error && typeof error.line === 'number' ? error.line : 1;
    return wrong(line, notValid('TOML', error instanceof Error ? error.message : 'unreadable'));
  }
};

function withDigits(data: unknown): unknown {
  if (typeof data === 'bigint') return String(data);
  if (Array.isArray(data)) return data.map(withDigits);
  if (!isRecord(data)) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, withDigits(value)]));
}

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
