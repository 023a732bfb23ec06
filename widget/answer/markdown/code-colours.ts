import * as grammars from '@speed-highlight/core/languages';
import { tokenizeWith, type ShjLanguageData, type ShjToken } from '@speed-highlight/core/tokenize';

/** Maximum length of highlighted code, in characters; longer code would block the page. */
const longest = 6000;

const { bash, c, css, diff, docker, go, html, http, ini, java, js, json, jsdoc, lua, make } = grammars;
const { md, pl, py, regex, rs, sql, todo, toml, ts, uri, xml, yaml } = grammars;
const known = { bash, c, css, diff, docker, go, html, http, ini, java, js, json, jsdoc, lua, make };
// The library's own types leave out that a rule without a colour has none.
const languages = new Map<string, ShjLanguageData>(
  Object.entries({ ...known, md, pl, py, regex, rs, sql, todo, toml, ts, uri, xml, yaml }) as [
    string,
    ShjLanguageData,
  ][],
);

/** Aliases of languages. */
const aliases: Readonly<Record<string, string>> = {
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  javascript: 'js',
  jsx: 'js',
  mjs: 'js',
  typescript: 'ts',
  tsx: 'ts',
  python: 'py',
  rust: 'rs',
  golang: 'go',
  yml: 'yaml',
  markdown: 'md',
  dockerfile: 'docker',
  patch: 'diff',
  jsonc: 'json',
  cpp: 'c',
  'c++': 'c',
  svg: 'xml',
  vue: 'html',
  conf: 'ini',
  env: 'ini',
  properties: 'ini',
  perl: 'pl',
  makefile: 'make',
};

/** The colours of highlighted code. */
const colours: Readonly<Record<ShjToken, string>> = {
  cmnt: 'comment',
  str: 'string',
  esc: 'string',
  insert: 'string',
  kwd: 'keyword',
  oper: '',
  var: '',
  bool: 'value',
  num: 'value',
  func: 'name',
  class: 'name',
  type: 'name',
  section: 'name',
  deleted: 'wrong',
  err: 'wrong',
};

/** Highlights `code` in `language`; code in an unknown language stays plain. */
export function colourCode(code: Element, language: string): void {
  const name = language.toLowerCase();
  const grammar = languages.get(aliases[name] ?? name);
  const source = code.textContent;
  if (!grammar || source.length > longest) return;
  const pieces: (string | Node)[] = [];
  tokenizeWith(source, grammar, (text, token) => pieces.push(piece(text, token && colours[token])), {
    languages: Object.fromEntries(languages),
  });
  code.replaceChildren(...pieces);
}

function piece(text: string, colour: string | undefined): string | Node {
  if (!colour || text.trim() === '') return text;
  const span = document.createElement('span');
  span.className = `code-${colour}`;
  span.textContent = text;
  return span;
}
