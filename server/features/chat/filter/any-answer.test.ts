import { Lexer, walkTokens, type Token } from 'marked';
import { describe, expect, test } from 'vitest';
import { seeded } from '../../../../test/fakes/random.ts';
import { createAnswerFilter } from './answer-filter.ts';
import { linkPolicy } from './link-policy.ts';
import { cpuMs } from '../../../../test/fakes/cpu-time.ts';

/**
 * Fragments of Markdown and of attacks, combined in any order; `␤` is a line break, blanks separate fragments, `␠` is a
 * blank.
 */
const pieces =
  `https://evil.example/x //evil.example/x /\\evil.example www.evil.example javascript:alert(1) /archives/a
  https://site.example/b h tt ps: // [ ]( ) ] ![ [a] [a]: [1] [1]: [1]( 【1】 ［ 1 \` \`\` \`\`\` ␤\`\`\`␤ ␤~~~␤ ␤ ␤␤ ␤␠␠␠␠ ␤␠␠␠ -␠ 1.␠
  >␠ |␠ | |--|␤ < > <a␠href= <img␠src= " ' ( ␠ a b␠word 中文。 。 . \\ \\[ \\] &#104; &colon; &#49; &lbrack; &zwj; \u200b
  \u200d * _ ! ? #␠ <https://evil.example> ^ ： ／／ \r␤ 😀`
    .split(/[ \n]+/)
    .map((piece) => piece.replaceAll('␤', '\n').replaceAll('␠', ' '));

/** Texts of 2 to 15 fragments, the same in every run. */
function texts(seed: number): string[] {
  const random = seeded(seed);
  return Array.from({ length: 3000 }, () =>
    Array.from({ length: 2 + random(14) }, () => pieces[random(pieces.length)] ?? '').join(''),
  );
}

const siteOnly = linkPolicy({ citations: [] }, 'https://site.example');

function cleaned(
  parts: readonly string[],
  stands: (article: number) => number | undefined = (n) => n,
): string {
  const made = createAnswerFilter({ support: (_, article) => stands(article), allowsLink: siteOnly });
  return parts.map((part) => made.push(part)).join('') + made.end();
}

function tokensOf(markdown: string): Token[] {
  const tokens: Token[] = [];
  void walkTokens(Lexer.lex(markdown), (token) => void tokens.push(token));
  return tokens;
}

describe('whatever a model writes', () => {
  test('PROD2, PROD3: the answer is the same however its text was cut', () => {
    const differ = texts(11).filter((text) => {
      const whole = cleaned([text]);
      const middle = text.length >> 1;
      const halves = cleaned([text.slice(0, middle), text.slice(middle)]);
      return cleaned(text.split('')) !== whole || halves !== whole;
    });
    expect(differ).toEqual([]);
  });

  test('PROD2: a renderer finds no image, no HTML, no definition and no way off the site in it', () => {
    const home = ['https://site.example', 'https://page.invalid'];
    const leads = (token: Token) =>
      /^(?:image|html|def)$/.test(token.type) ||
      (token.type === 'link' &&
        !home.includes(URL.parse(String(token['href']), 'https://page.invalid')?.origin ?? ''));
    expect(texts(12).filter((text) => tokensOf(cleaned([text])).some(leads))).toEqual([]);
  });

  test('PROD3: a mark that nothing supports cannot be put together from pieces', () => {
    const shown = (token: Token) => {
      if (token.type !== 'text' && token.type !== 'escape') return '\n';
      return 'tokens' in token && token.tokens ? '' : String(token['text']);
    };
    const marked = texts(13).filter((text) =>
      /\[\d{1,2}\]/.test(
        tokensOf(cleaned([text], () => undefined))
          .map(shown)
          .join(''),
      ),
    );
    expect(marked).toEqual([]);
  });

  test('PROD2: hostile length is taken in its stride', () => {
    const began = cpuMs();
    for (const piece of [
      '[',
      '`',
      '![',
      '](',
      '<a',
      '&#1',
      'https://evil.example/',
      '\\',
      '[1',
      '(',
      '```\n',
      '。',
    ])
      cleaned([piece.repeat(20_000)]);
    expect(cpuMs() - began).toBeLessThan(5000);
  });

  test.each([
    ['a fence in a list', '1. Run:\n   ```js\n   a[1] = "<b>"\n   ```\n2. End'],
    ['a fence at the margin', '```html\n<img src="https://other.example/a">\n[1]\n```\nEnd'],
    ['tildes', '~~~\n<b>[1]\n~~~\nEnd'],
    ['code in a line', 'Use `<b>` and ``a ` b[1]`` or `curl https://other.example` now'],
    ['a pipe in code', 'Try `ps | grep x` now'],
    ['emphasis and tables', '**a** _b_ ~~c~~\n\n| a | b |\n|---|---|\n| 1 | 2 |'],
    ['entities of text', 'a &lt; b &amp; c &copy; d'],
    ['joined emoji and Persian', '👩\u200d👩\u200d👧 and می\u200cخواهم'],
  ])('PROD2: %s stays as it is', (_, text) => {
    expect(cleaned([text], () => undefined)).toBe(text);
    expect(cleaned(text.split(''), () => undefined)).toBe(text);
  });
});
