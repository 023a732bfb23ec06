import type { MarkdownRule } from './marked-options.ts';

/** Bold text in one line, without blanks inside its stars. */
const strong = /^\*\*(?![\s*])((?:\\.|`[^`\n]*`|`(?![^`\n]*`)|[^\\*\n`]|\*(?!\*))+?)(?<![\s\\])\*\*(?!\*)/;
const cjk =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF00-\uFFEF]/u;

/**
 * Bold text beside Chinese, Japanese or Korean: there is no blank between a sign and the next word, so the rules of
 * CommonMark would leave the stars of `**加粗。**后面` standing.
 */
export const strongBesideCjk: MarkdownRule = {
  name: 'strongBesideCjk',
  level: 'inline',
  start: (source) => {
    const place = source.indexOf('**');
    return place < 0 ? undefined : place;
  },
  tokenizer(source) {
    const found = strong.exec(source);
    const [raw, content] = [found?.[0] ?? '', found?.[1] ?? ''];
    if (raw === '' || !cjk.test(content + source.charAt(raw.length))) return undefined;
    return { type: 'strong', raw, text: content, tokens: this.lexer.inlineTokens(content) };
  },
};
