import { expect, test } from 'vitest';
import { readHtml } from '../../../../markup/html-events.ts';
import { renderMarkdown } from './markdown.ts';
import { cpuMs } from '../../../../../test/fakes/cpu-time.ts';

const resolve = (address: string) =>
  /^(?:javascript|data|vbscript|file):/i.test(address.trim()) ? undefined : address;
const render = (text: string, title = 'Title') => renderMarkdown(text, title, resolve);

const attacks: readonly string[] = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onload="alert(1)" style="background:url(javascript:alert(1))">',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><button>go</button></form>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href=" java\tscript:alert(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '[x](javascript:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](vbscript:msgbox)',
  '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '![x" onerror="alert(1)](a.png)',
  '[x](https://a.example "t\\" onmouseover=\\"alert(1)")',
  '<javascript:alert(1)>',
  '<style>body{display:none}</style>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<base href="//evil.example/">',
  '<details open ontoggle=alert(1)>x</details>',
  '<p style="position:fixed;inset:0">over everything</p>',
  '<div id="ai-suite-page-context">{"postName":"x"}</div>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<textarea></textarea><img src=x onerror=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '```html"><img src=x onerror=alert(1)>\ncode\n```',
  '`<img src=x onerror=alert(1)>`',
  '# <img src=x onerror=alert(1)> {#x"onclick="alert(1)}',
  '| <script>alert(1)</script> |\n|---|\n| <img src=x onerror=alert(1)> |',
  '<docent-chat></docent-chat>',
  '<input type=text autofocus onfocus=alert(1)>',
  '<video><source onerror="alert(1)"></video>',
  '$\\href{javascript:alert(1)}{x}$ $\\includegraphics{https://evil.example/x.png}$ $\\htmlId{x}{y}$',
  '![$a<b$" onerror="alert(1)](a.png) <img alt="\uE0010\uE001" src=x> \uE0010\uE001',
];

const harmlessTags =
  'p a img h1 code pre details summary table thead tbody tr th td br input blockquote ul li em strong div math mrow mi mo'.split(
    ' ',
  );
const harmlessAttributes = 'href src alt title rel id class loading open type disabled checked align'.split(
  ' ',
);

test.each(attacks)('nothing runs: %s', (attack) => {
  const { html } = render(`Before\n\n${attack}\n\nAfter`);
  readHtml(html, {
    open(name, attributes) {
      expect(harmlessTags).toContain(name);
      for (const [attribute, value] of attributes) {
        expect(harmlessAttributes).toContain(attribute);
        expect(value).not.toMatch(/^\s*(?:javascript|data|vbscript):/i);
        if (attribute === 'id') expect(value).toMatch(/^x-?[\w-]*$/);
        if (name === 'input' && attribute === 'type') expect(value).toBe('checkbox');
      }
    },
    close: () => {},
    text: () => {},
  });
  expect(html).toContain('After');
});

test('ordinary Markdown keeps its form', () => {
  const { html } = render(
    '## Setup\n\nText with **strong** and `code`.\n\n| a | b |\n|:-:|---|\n| 1 | 2 |\n\n- [x] done\n\n```js\nrun(1 < 2)\n```\n\n<details><summary>More</summary>\n\nInside\n\n</details>',
  );
  expect(html).toContain('<h2 id="setup">Setup</h2>');
  expect(html).toContain('<th class="short" align="center">a</th>');
  expect(html).toContain('<input type="checkbox" disabled checked /> done');
  expect(html).toContain('<code class="language-js">run(1 &lt; 2)\n</code>');
  expect(html).toContain('<summary>More</summary>');
});

test('headings have ids of every script, unique, or the ones their author wrote', () => {
  const { html } = render('## 第一节：概述\n\n## Same\n\n## Same\n\n## Own {#mine}\n\n## ![](x.png)');
  expect(html.match(/id="[^"]*"/g)).toEqual(['id="第一节概述"', 'id="same"', 'id="same-1"', 'id="mine"']);
  expect(html).not.toContain('{#');
});

test('a first heading that repeats the title is left to the page, with its id', () => {
  expect(render('# My *title*\n\nText', 'My title')).toMatchObject({
    titleId: 'my-title',
    html: expect.not.stringContaining('<h1'),
  });
  expect(render('# Other\n\nText', 'My title')).toMatchObject({
    titleId: '',
    html: expect.stringContaining('<h1 id="other">'),
  });
});

test('foreign links are not followed by search engines, own ones are', () => {
  const { html } = render('[a](https://a.example/x) [b](/archives/b) [c](mailto:a@b.example)');
  expect(html).toContain('<a href="https://a.example/x" rel="nofollow noopener">');
  expect(html).toContain('<a href="/archives/b">');
});

test.each([
  '$a ',
  '$$\n',
  '\\[ ',
  '<div>',
  '<b>',
  '<p><li>',
  '<ul><li>',
  '<span></i>',
  '> ',
  '- ',
  '*_a',
  '![',
])('half a megabyte of %s is rendered in seconds', (piece) => {
  const start = cpuMs();
  expect(typeof render(piece.repeat(500_000 / piece.length)).html).toBe('string');
  expect(cpuMs() - start).toBeLessThan(15_000);
});

test('bold text beside Chinese signs is bold', () => {
  expect(render('**只依据公开内容。**草稿不会').html).toContain('<strong>只依据公开内容。</strong>草稿不会');
  expect(render('2 ** 3 ** 4 和 `**码。**后`').html).not.toContain('<strong>');
});

test('HOST15, HOST30: an index of a formula is no list of attributes, one behind an emphasis is', () => {
  const { html } = render('$$\n\\sum_{i=1}^{n} x_{k=2}\n$$\n\n*Moor*{.big} _here_{title="x"}.');
  expect(html).toContain(
    '<munderover><mo movablelimits="false">∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow>',
  );
  expect(html).toMatch(/<mi>k<\/mi><mo>=<\/mo><mn>2<\/mn>/);
  expect(html).toContain('<em>Moor</em> <em>here</em>.');
});

test('HOST15: formulas are drawn as MathML without inline styles, between dollar signs and in brackets', () => {
  const { html } = render('So $a_1 * b_2$ and *c*:\n\n$$\n\\frac{1}{2}\n$$\n\n\\[ x < y \\]\n\n## With $x$');
  expect(html).toContain('<msub><mi>a</mi><mn>1</mn></msub>');
  expect(html).toContain('<em>c</em>');
  expect(html).toMatch(/<p><math display="block" class="tml-display"><mfrac><mn>1<\/mn><mn>2<\/mn><\/mfrac>/);
  expect(html).toContain('<mo>&#60;</mo>');
  expect(html).toMatch(/<h2 id="with-x">With <math>/);
  expect(html).not.toContain('style=');
});

test('HOST15, HOST30: formulas of GitLab are drawn as others', () => {
  const { html } = render('So $`a_1*b*c`$:\n\n```math\n\\frac{1}{2}\n```\n\nand `$`x`$`.');
  expect(html).toContain('<msub><mi>a</mi><mn>1</mn></msub><mo>∗</mo><mi>b</mi><mo>∗</mo><mi>c</mi>');
  expect(html).toMatch(/<math display="block" class="tml-display"><mfrac>/);
  expect(html).not.toContain('‘');
});

test.each(['between $5 and $10', '$ 5 $', '$HOME/$USER', 'US$5 or A$5', '`$a$`', 'a \\$b\\$', '$\\frac{1$'])(
  'HOST15: %s is no formula',
  (text) => {
    expect(render(text).html).not.toContain('<math');
  },
);

test('HOST16: cells of tables tell whether their text is a short or a long one', () => {
  const { html } = render('| a | 说明 |\n| --- | --- |\n| 2 min | 每个模型每天最多使用的数量 |');
  expect(html).toContain('<td class="short">2 min</td>');
  expect(html).toContain('<td class="long">每个模型每天最多使用的数量</td>');
});
