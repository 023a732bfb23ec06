/**
 * What becomes of a directive: `hint` is a container with its name or title as label, `titled` one with its title alone, `layout` its body alone, `code` a
 * block of code, `image` a picture with the body as caption; `none` shows nothing of its source.
 */
type Kind = 'hint' | 'titled' | 'layout' | 'code' | 'math' | 'image' | 'none';

const kinds: Readonly<Record<Kind, string>> = {
  hint: 'note tip hint important warning caution danger attention error seealso todo versionadded versionchanged deprecated',
  titled:
    'admonition tab-item dropdown card grid-item-card sidebar topic details exercise solution proof theorem',
  layout:
    'tab-set grid grid-item margin epigraph pull-quote div aside container panels table list-table toggle button-link',
  code: 'code code-block code-cell sourcecode prompt parsed-literal mermaid',
  math: 'math',
  image: 'figure image',
  none: 'toctree include literalinclude index bibliography contents tableofcontents raw eval-rst currentmodule meta only',
};
const kindOf: ReadonlyMap<string, Kind> = new Map(
  (Object.entries(kinds) as [Kind, string][]).flatMap(([kind, names]) =>
    names.split(' ').map((name): [string, Kind] => [name, kind]),
  ),
);

const opener =
  /^([ \t]{0,40})(`{3,40}|~{3,40}|:{3,40})(?:[ \t]*\{([\w:-]{1,40})\}|[ \t]*(?:(ad-[\w-]{1,30})|(math)|dataview(?:js)?)(?![\w-]))([^`]*)$/;
const fence = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})([^]*)$/;
const option = /^[ \t]*:([\w-]{1,40}):(?!\S)([^]*)$/;
const pluginOption = /^[ \t]*(title|collapse|icon|color):([^]*)$/;
/** A target, a break between blocks, or a comment. */
const invisible = /^(?:\([\w.:-]{1,100}\)=|\+\+\+(?:[ \t]*\{[^]*\})?|%[ \t][^]*)$/;
const deepest = 12;

interface Open {
  readonly indent: string;
  readonly marks: string;
  readonly kind: Kind;
  readonly name: string;
  readonly option: RegExp;
  title: string;
  alt: string;
  /** True until something else than an option has come. */
  isHead: boolean;
}

/**
 * Writes the directives of MyST, which stand in fences (```` ```{note} ````) or between colons, and the hints of plugins for
 * Obsidian (```` ```ad-tip ````) and formulas (```` ```math ````) as `:::` containers, code, formulas or pictures without their options, and removes the
 * targets and comments of MyST. Fences of unknown names are code, as those of R and Python in notebooks. Linear time.
 */
export function withDirectives(text: string): string {
  if (!/^[ \t]*(?:[`~:]{3,}[ \t]*(?:\{|ad-|math|dataview)|\([\w.:-]{1,100}\)=[ \t]*$)/m.test(text))
    return text;
  const written: string[] = [];
  const open: Open[] = [];
  /** The fence of ordinary code. */
  let code = '';

  for (const line of text.split('\n')) {
    const [, marks = '', rest = ''] = fence.exec(line) ?? [];
    if (code !== '') {
      if (marks.startsWith(code) && rest.trim() === '') code = '';
      if (open.at(-1)?.kind !== 'none') written.push(line);
      continue;
    }
    const current = open.at(-1);
    if (current && closes(line, current)) {
      if (current.isHead) begin(current, written);
      end(current, written);
      open.pop();
      continue;
    }
    if (current?.isHead) {
      if (readOption(line, current)) continue;
      begin(current, written);
    }
    if (current && isVerbatim(current.kind)) {
      if (current.kind !== 'none') written.push(line);
      continue;
    }
    const found = open.length < deepest ? directiveIn(line) : undefined;
    if (found) {
      open.push(found);
      continue;
    }
    if (marks !== '' && !(marks.startsWith('`') && rest.includes('`'))) code = marks;
    if (code !== '' || !invisible.test(line.trimEnd())) written.push(line);
  }
  for (const one of open.toReversed()) {
    if (one.isHead) begin(one, written);
    end(one, written);
  }
  return written.join('\n');
}

const isVerbatim = (kind: Kind): boolean => kind === 'code' || kind === 'math' || kind === 'none';

function directiveIn(line: string): Open | undefined {
  const [, indent = '', marks = '', named, plugin, math, rest = ''] = opener.exec(line) ?? [];
  if (marks === '' || (named === undefined && marks.startsWith(':'))) return undefined;
  // Formulas as GitHub and GitLab take them.
  const braced = named ?? math;
  const name = (braced ?? plugin?.slice('ad-'.length) ?? '').toLowerCase();
  const kind = braced === undefined ? (plugin === undefined ? 'none' : 'hint') : kindOf.get(name);
  if (kind === undefined) return undefined;
  const title = rest.trim();
  return {
    indent,
    marks,
    kind,
    name,
    option: plugin === undefined ? option : pluginOption,
    title,
    alt: '',
    isHead: true,
  };
}

const closes = (line: string, { marks }: Open): boolean => {
  const said = line.trim();
  return said.startsWith(marks) && said === marks.charAt(0).repeat(said.length);
};

/** True for an option, of which the titles are kept, and for an empty line before the body. */
function readOption(line: string, one: Open): boolean {
  const [found, name, value = ''] = one.option.exec(line) ?? [];
  if (name === 'title' && one.title === '') one.title = value.trim();
  if (name === 'alt') one.alt = value.trim();
  return found !== undefined || (line.trim() === '' && one.kind !== 'code');
}

const labelOf = ({ kind, name, title }: Open): string => {
  if (kind === 'hint') return `${name} ${title}`.trim();
  return kind === 'titled' && title !== '' ? `panel ${title}` : '';
};

function begin(one: Open, written: string[]): void {
  one.isHead = false;
  const label = labelOf(one);
  if (label !== '') written.push('', `${one.indent}::: ${label}`, '');
  else if (one.kind === 'code')
    written.push(one.indent + codeFence(one) + (one.name === 'mermaid' ? 'mermaid' : one.title));
  else if (one.kind === 'math') written.push('', '$$');
  else if (one.kind === 'image') written.push('', `![${one.alt}](<${one.title}>)`, '');
}

function end(one: Open, written: string[]): void {
  if (labelOf(one) !== '') written.push('', `${one.indent}:::`, '');
  else if (one.kind === 'code') written.push(one.indent + codeFence(one));
  else if (one.kind === 'math') written.push('$$', '');
  else written.push('');
}

const codeFence = ({ marks }: Open): string => marks.replaceAll(':', '`');
