/** A span of code as a whole, or what an editor has marked; longer ones are text. */
const spanOrMark =
  /(`{1,4})[^`]{1,500}\1(?!`)|\{--[^{}]{0,2000}?--\}|\{>>[^{}]{0,2000}?<<\}|\{\+\+[^{}]{0,2000}?\+\+\}|\{~~[^{}]{0,2000}?~>[^{}]{0,2000}?~~\}|\{==[^{}]{0,2000}?==\}|\{#(?=\s)[^{}]{0,2000}?#\}/g;

/**
 * Takes the changes of CriticMarkup as made: `{++ … ++}` and `{~~ old ~> new ~~}` say what is new, `{-- … --}` says nothing; comments (`{>> … <<}`, and
 * `{# … #}` of Nunjucks) are removed, also over several paragraphs. Code spans are unchanged. Linear time.
 */
export const withoutEditingMarks = (text: string): string =>
  /\{(?:--|>>|\+\+|~~|==|#\s)/.test(text) ? text.replace(spanOrMark, newOf) : text;

const newOf = (found: string): string => {
  if (found.startsWith('`')) return found;
  if (found.startsWith('{~~')) return found.slice(found.indexOf('~>') + 2, -3);
  return /^\{(?:\+\+|==)/.test(found) ? found.slice(3, -3) : '';
};
