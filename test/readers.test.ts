import { describe, expect, it } from 'vitest';
import { bodyOf } from '../server/adapters/hosts/wordpress/posts.ts';
import { readPage } from '../server/adapters/hosts/web/extract/read-page.ts';
import { prepareMarkdown } from '../server/markup/markdown-source.ts';
import { extractHtml } from '../server/features/knowledge/extraction/extract-html.ts';
import { extractMarkdown } from '../server/features/knowledge/extraction/extract-markdown.ts';
import type { Block } from '../server/features/knowledge/extraction/blocks.ts';

const filler =
  'The harbour office is open every day of the week, and its staff answer questions about moorings, tickets and the weather.';

/** Text and Markdown of all blocks. */
const saidIn = (blocks: readonly Block[]): string =>
  blocks.flatMap(({ text, markdown = '' }) => [text, markdown]).join('\n');

/** A text as it is reached in each of the five ways; Ghost and Halo hand on the HTML of their editors as it is. */
const readers: Readonly<Record<string, (html: string) => string>> = {
  crawled: (html) => {
    const page = `<!doctype html><html><head><title>Harbour prices</title></head><body><main><h1>Harbour prices</h1>${html}<p>${filler}</p></main></body></html>`;
    const { article, reason } = readPage({ html: page, url: 'https://harbour.example/prices' });
    expect(reason).toBe('');
    return saidIn(extractHtml(article?.html ?? ''));
  },
  'crawled, by Readability': (html) => {
    const page = `<!doctype html><html><head><title>Harbour prices</title></head><body><div><h1>Harbour prices</h1>${html}${`<p>${filler}</p>`.repeat(4)}</div></body></html>`;
    return saidIn(
      extractHtml(readPage({ html: page, url: 'https://harbour.example/prices' }).article?.html ?? ''),
    );
  },
  WordPress: (html) => saidIn(extractHtml(bodyOf({ content: { rendered: html } }))),
  Ghost: (html) => saidIn(extractHtml(html)),
  Halo: (html) => saidIn(extractHtml(`<p>${filler}</p>\n${html}`)),
  Markdown: (html) => saidIn(extractMarkdown(`${filler}\n\n${html}\n`)),
};

/** The address a@b.example under the key 0x42, as a CDN writes it. */
const hidden = (address: string, key = 0x42) =>
  Buffer.from([key, ...Buffer.from(address).map((byte) => byte ^ key)]).toString('hex');

type Row = readonly [what: string, html: string, said: readonly string[], unsaid: readonly string[]];
const rows: readonly Row[] = [
  [
    's and strike',
    '<p>A day ticket costs <s>9 euros</s> 14 euros. <strike>Dogs are free.</strike></p>',
    ['costs 14 euros.'],
    ['9 euros', 'Dogs'],
  ],
  [
    'del and ins',
    '<p>A berth is <del>20 euros</del><ins>25 euros</ins> a night.</p>',
    ['A berth is 25 euros a night.'],
    ['20 euros'],
  ],
  [
    'line-through',
    '<p>Open <span style="color:red; text-decoration: line-through red">until eight</span> until ten, <em class="line-through">not on Mondays</em> every day.</p>',
    ['Open until ten, every day.'],
    ['eight', 'Mondays'],
  ],
  [
    'struck items',
    '<ul><li>Crane</li><li><del>Slipway <b>ramp</b></del></li><li>Sauna</li></ul><p>Showers too.</p>',
    ['- Crane\n- Sauna', 'Showers too.'],
    ['Slipway', 'ramp'],
  ],
  [
    'struck by a class',
    '<p>Open <span class="fee text-strike">until six</span> until nine, <b class="strikethrough">or so</b> daily.</p>',
    ['Open until nine, daily.'],
    ['until six', 'or so'],
  ],
  [
    'powers by a style',
    '<p>About 6·10<span style="vertical-align: super; font-size: smaller">23</span> molecules, 101<span style="vertical-align:sub">2</span>.</p>',
    ['10²³ molecules', '101₂'],
    ['1023', '1012'],
  ],
  [
    'notes behind years',
    '<p>It rose in 1998<sup><a href="#fn1">[1]</a></sup> and in 2001<sup id="r2"><a href="#fn2">2</a></sup> again.</p>',
    ['1998[1] and in 2001[2] again'],
    ['2001²', '20012'],
  ],
  [
    'a strike without its end',
    '<div><p>Fuel is <s>1.70</p></div><p>Water is free of charge.</p>',
    ['Water is free of charge.'],
    [],
  ],
  [
    'powers',
    '<p>The basin holds 10<sup>6</sup> litres and weighs 5·10<sup>−3</sup> of 2<sup>n</sup>, 10<sup>2.5</sup> and 3<sup>n+1</sup>.</p>',
    ['10⁶ litres', '10⁻³', '2^n', '10^2.5', '3^n+1'],
    ['106', '103', '2n', '102.5', '3n'],
  ],
  [
    'indices',
    '<p>The number 1010<sub>2</sub> is ten, and 12<sub><em>16</em></sub> is eighteen.</p>',
    ['1010₂', '12₁₆'],
    ['10102', '1216'],
  ],
  [
    'what may stand',
    '<p>The 5<sup>th</sup> pier has 40 m<sup>2</sup>, H<sub>2</sub>O and the 1<sup>er</sup> prize.</p>',
    ['5th pier', '40 m2', 'H2O', '1er prize'],
    [],
  ],
  [
    'raised numbers before numbers',
    '<p>log<sub>2</sub>8 is three, log<sub>10</sub><b>100</b> is two, a<sup>-1</sup>5, CO<sub>2</sub> 8 g, log<sub>2</sub>x.</p><p>Up to 40 m<sup>2</sup></p><p>7 boats, 2<sup>1</sup>/<sub>2</sub> or 10 <sup>6</sup> of them.</p>',
    ['log₂8', 'log₁₀100', 'a⁻¹5', 'CO2 8 g', 'log2x', '40 m2\n', '2¹/₂', '10 ⁶ of'],
    ['log28', 'log10100', '21/2', 'm27'],
  ],
  [
    'notes behind words',
    '<p>The east pier<sup><a href="#fn3">3</a></sup> is closed, the north quay<sup id="r4"><a href="#fn4">4</a></sup>2 is not.</p>',
    ['east pier[3] is', 'north quay[4]2'],
    ['pier3', 'quay4'],
  ],
  [
    'powers in tables',
    '<table><tr><th>Basin</th><th>Litres</th></tr><tr><td>North</td><td>3·10<sup>4</sup></td></tr></table>',
    ['10⁴'],
    ['104'],
  ],
  [
    'folded by a button',
    '<button aria-controls="p1" aria-expanded="false">Can I moor overnight?</button><div id="p1" style="display:none"><p>Overnight mooring is allowed for two nights.</p></div>',
    ['Can I moor overnight?', 'Overnight mooring is allowed'],
    [],
  ],
  [
    'folded and hidden',
    '<h3 role="button" aria-controls="q7" aria-expanded="false">May I fish here?</h3><div id="q7" hidden><p>Fishing is allowed from the east pier.</p></div>',
    ['May I fish here?', 'Fishing is allowed'],
    [],
  ],
  [
    'folded before its button',
    '<div id="more" aria-hidden="true" style="visibility: hidden"><p>Boats over ten metres need a pilot.</p></div><p><a href="#more" role="button" data-bs-target="#more" data-bs-toggle="collapse">Read on</a></p>',
    ['Boats over ten metres'],
    [],
  ],
  [
    'an accordion',
    '<div class="acc-item"><h4><button class="trigger" aria-expanded="false" aria-controls="x-1">Is there fuel?</button></h4><div id="x-1" aria-hidden="true" style="max-height:0"><p>Fuel is sold until six.</p></div></div>',
    ['Is there fuel?', 'Fuel is sold until six.'],
    [],
  ],
  [
    'folded behind its caption',
    '<div class="qa"><h4 class="q">Is there ice?</h4><div class="a" style="display:none"><p>Ice is sold at pier two.</p></div></div><div class="et_pb_toggle et_pb_toggle_close"><h5 class="et_pb_toggle_title">Is there a crane?</h5><div class="et_pb_toggle_content" style="display: none;"><p>The crane lifts ten tons.</p></div></div>',
    ['Is there ice?', 'Ice is sold at pier two.', 'Is there a crane?', 'The crane lifts ten tons.'],
    [],
  ],
  [
    'a protected address',
    `<p>Write to <a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="${hidden('office@harbour.example')}">[email&#160;protected]</a> or <span class="__cf_email__" data-cfemail="${hidden('tickets@harbour.example', 0xa1)}">[email protected]</span>.</p>`,
    ['office@harbour.example', 'tickets@harbour.example'],
    ['protected'],
  ],
  [
    'a protected address that only its link knows',
    `<p>Write to <a href="/cdn-cgi/l/email-protection#${hidden('berths@harbour.example?subject=Hi').toUpperCase()}">[email&#160;protected]</a> or <a href="https://harbour.example/cdn-cgi/l/email-protection#${hidden('crane@harbour.example', 0x07)}"><b>the crane</b></a>.</p>`,
    ['Write to berths@harbour.example or', 'the crane'],
    ['protected', 'subject', 'crane@'],
  ],
  [
    'a protected address that cannot be read',
    `<p>Ask <span class="__cf_email__" data-cfemail="${hidden('a@harbour.example').slice(0, -1)}">[email protected]</span> at <em class="big __cf_email__">[email&#160;protected]</em> the office, <a class="__cf_email__" href="/cdn-cgi/l/email-protection#${hidden('lock@harbour.example')}">[email protected]</a>.</p>`,
    ['the office, lock@harbour.example'],
    ['protected', 'a@harbour'],
  ],
  [
    'a text turned round',
    '<p>Write to <span style="unicode-bidi: bidi-override; direction: rtl">elpmaxe.ruobrah@eciffo</span> today.</p>',
    ['office@harbour.example'],
    ['elpmaxe'],
  ],
  [
    'numbers of a list',
    '<ol><li value="9">Pay the fee.</li><li>Get the key.</li></ol>',
    ['9. Pay the fee.\n10. Get the key.'],
    [],
  ],
  [
    'letters of a list',
    '<ol type="a"><li>Crew</li><li>Guests</li></ol><ol style="list-style-type:upper-roman" start="4"><li>Dues</li></ol>',
    ['a. Crew\nb. Guests', 'IV. Dues'],
    [],
  ],
  [
    'numbers that go down',
    '<ol reversed><li>Bronze<ul><li>a cup</li></ul></li><li>Silver<li>Gold</ol><ol reversed start="7"><li>Sun</li><li>Sat</li></ol>',
    ['3. Bronze', '2. Silver\n1. Gold', '7. Sun\n6. Sat'],
    [],
  ],
  [
    'terms',
    '<dl><dt>Berth</dt><dd>A place for one boat.</dd></dl>',
    ['- Berth\n  A place for one boat.'],
    [],
  ],
  [
    'a caption',
    '<figure><img src="/plan.png" alt=""><figcaption>Plan of the piers with their depths.</figcaption></figure>',
    ['Plan of the piers with their depths.'],
    [],
  ],
  [
    'a shadow root',
    '<harbour-card><template shadowrootmode="open"><p>The lock opens at seven.</p></template></harbour-card><template><p>Never shown.</p></template>',
    ['The lock opens at seven.'],
    ['Never shown'],
  ],
];

describe('HOST30: a page says the same in every way in which it is read', () => {
  describe.each(Object.entries(readers))('%s', (_, read) => {
    it.each(rows)('%s', (__, html, said, unsaid) => {
      const text = read(html);
      for (const one of said) expect(text).toContain(one);
      for (const one of unsaid) expect(text).not.toContain(one);
    });
  });
});

describe('HOST30: Markdown as people write it', () => {
  it.each<Row>([
    [
      'struck out',
      'A day ticket costs ~~9 euros~~ 14 euros, H~2~O is free.',
      ['costs 14 euros', 'H2O'],
      ['9 euros'],
    ],
    [
      'raised and lowered',
      'About 10^6^ litres, 5·10^−3^ of 2^n^, the 5^th^ pier, H~2~O, log~2~8 and `10^6^`. A ^_^ face, $a^2b^3$, 2^10^3.',
      ['10⁶ litres', '10⁻³', '2^n,', '5th pier', 'H2O', 'log₂8', '`10^6^`', '^_^ face', '$a^2b^3$', '2^10^3'],
      ['10^6^ litres', '~'],
    ],
    [
      'spans of time',
      'Open 9~12, 14~18; 周一9:00~12:00，14:00~18:00，5~10~15岁。 Dogs are ~free~ not allowed.',
      ['Open 9~12, 14~18;', '9:00~12:00，14:00~18:00', '5~10~15岁', 'Dogs are not allowed.'],
      ['free'],
    ],
    [
      'formulas of GitLab and references of Logseq',
      'So $`a_1*b*c`$ and $``y``$, not `$x$`; see ((64f1b2c3-1a2b-4c3d-8e4f-0123456789ab)), [the rules](((64f1b2c3-1a2b-4c3d-8e4f-0123456789ab))) and f((x)).\n\n```math\n\\frac{1}{2}\n```\n\n```mathematica\nPlot\n```',
      ['$a_1*b*c$', '$y$', '`$x$`', 'the rules and f((x)).', '$$ \\frac{1}{2} $$', '```mathematica'],
      ['64f1b2c3', '$`a', '```math\n'],
    ],
    [
      'blocks between slashes',
      '/// note | Mooring\nBoats need a *pass*.\n\n- Ask first.\n///\n\n//// details | More\n    type: warning\n\nOuter.\n\n/// tab | Linux\nRun `make`.\n///\n\nOuter again.\n////\n\n/// caption\nPlan of the piers\n///\nBehind.\n\n/// tip\nnever closed',
      [
        'Mooring',
        'Boats need a pass.',
        '- Ask first.',
        'More',
        'Outer.',
        'Linux',
        'Run make.',
        'Outer again.',
        'Plan of the piers',
        'Behind.',
        '/// tip never closed',
      ],
      ['/// note', '/// tab', '////', 'type:', 'Caption', 'caption'],
    ],
    [
      'hints in hints and lists',
      '1. Tie up.\n\n    !!! note "Ropes"\n        Two of them.\n\n        ??? tip\n            Wet ones.\n\n2. Pay.\n\n::::warning[Storm]\nStay in.\n:::tip\nCall us.\n:::\nStay there.\n::::\nThen go.',
      [
        '1. Tie up.',
        'Ropes',
        'Two of them.',
        'Wet ones.',
        '2. Pay.',
        'Storm',
        'Call us.',
        'Stay there.',
        'Then go.',
      ],
      ['!!!', '???', ':::'],
    ],
    ['comments of Rust', '```rust\n/// note\nfn moor() {}\n///\n```', ['/// note\nfn moor() {}\n///'], []],
    [
      'admonitions',
      '!!! note "Mooring"\n    Boats need a *pass*.\n\n    - Ask first.\n\n??? question "May I fish?"\n    Yes, from the pier.\n\nText behind.',
      ['Mooring', 'Boats need a pass.', 'May I fish?', 'Yes, from the pier.', 'Text behind.'],
      ['!!!', '???', '```'],
    ],
    [
      'an admonition without title',
      '!!! warning inline end\n\n    Mind the step.\n',
      ['Warning', 'Mind the step.'],
      ['!!!', 'inline'],
    ],
    [
      'tabs',
      '=== "Linux"\n\n    Run `make`.\n\n    ```sh\n    make all\n    ```\n\n=== "Windows"\n\n    Run `nmake`.\n',
      ['Linux', 'make all', 'Windows', 'Run nmake.'],
      ['==='],
    ],
    [
      'tabs in single quotation marks',
      "=== 'npm'\n\n    ``` sh\n    npm i docent\n    ```\n\n=== 'pnpm'\n\n    Run it.\n",
      ['npm\n', 'npm i docent', 'Run it.'],
      ['==='],
    ],
    [
      'directives in braces',
      ':::{note} Mooring\nAsk first.\n:::\n\n:::{tip}\nBring ropes.\n:::',
      ['Mooring', 'Ask first.', 'Tip', 'Bring ropes.'],
      [':::', '{note}'],
    ],
    [
      'comments of Kramdown',
      'Above {::comment}aside{:/comment} here.\n\n{::comment}\nhidden words\n\nmore of them\n{:/comment}\n\nBelow, `{::comment}` too.',
      ['Above', 'Below', '`{::comment}`'],
      ['aside', 'hidden words', 'more of them'],
    ],
    [
      'nested containers',
      '!!! tip\n    Outer.\n\n    ??? note "Inner"\n        Deep text.\n\n    Outer again.\n',
      ['Tip', 'Outer.', 'Inner', 'Deep text.', 'Outer again.'],
      ['!!!', '???'],
    ],
    ['shouting', '!!! Attention, no body here\n\nNext paragraph.', ['!!! Attention', 'Next paragraph.'], []],
    [
      'code with such signs',
      '```\n!!! note "A"\n    B\n%%\n{: .x}\n```',
      ['!!! note "A"\n    B', '{: .x}'],
      [],
    ],
    [
      'attributes',
      '# Fees {: #fees .big}\n\nPay here.{: .lead}\n{: .note}\n\n[Go](/pay){:target="_blank"} and [buy](/buy){ .md-button } with `{: .x}`.',
      ['Pay here.', 'Go and buy with', '{: .x}'],
      ['.lead', '.note', 'target', 'md-button'],
    ],
    [
      'raw text',
      'Write {% raw %}{{ page.title }} and {% if x %}{% endraw %} in the {{ layout }} file.',
      ['Write {{ page.title }} and {% if x %} in the', 'file.'],
      ['raw', 'layout'],
    ],
    [
      'a figure',
      '{{< figure src="/plan.png" alt="x" caption="Plan of the *piers*" >}}\n\n{% include figure.html src="a.png" caption="The old crane" %}',
      ['Plan of the piers', 'The old crane'],
      ['figure', 'src'],
    ],
    [
      'names of code',
      '::: code-group\n```sh [pnpm]\npnpm add docent\n```\n```sh [bun]\nbun add docent\n```\n:::',
      ['pnpm\n', 'bun add docent'],
      ['[pnpm]'],
    ],
    [
      'links of wikis',
      'See [[Harbour rules]], [[rules/mooring|how to moor]], [[Fees#Summer]] and [[#Winter]].\n\n![[plan.png|Plan of the piers]] ![[map.png|300]]\n\n`[[code]]`, [[1]], a[[i]] and if [[ -f x ]].',
      [
        'See Harbour rules, how to moor, Fees > Summer and Winter.',
        'Plan of the piers',
        '`[[code]]`, [[1]], a[[i]] and if [[ -f x ]]',
      ],
      ['300', 'map.png', '|'],
    ],
    [
      'marked and inserted',
      'A ==marked *word*==, ++ctrl+s++, 价格==每晚20元==。 If a == b and c == d, i++ and ++j; `==x==`.',
      ['A marked word, ctrl+s, 价格每晚20元。 If a == b and c == d, i++ and ++j;', '`==x==`'],
      [],
    ],
    [
      'changes of editors',
      'Open {++until nine++}{-- until eight--}, {~~ten~>eleven~~} euros{>>ask Tom<<} for {==dogs==}.\n\n{>>\nsecret\n\nremark\n<<}\n\nEnd `{++x++}`.{# a note #}',
      ['Open until nine, eleven euros for dogs.', 'End `{++x++}`.'],
      ['eight', 'ten~', 'Tom', 'secret', 'remark', 'a note'],
    ],
    [
      'directives in fences',
      '(fees)=\n% for authors\n\n```{note}\n:class: dropdown\nBoats need a *pass*.\n```\n\n````{admonition} Dogs\n```{code-block} sh\n:linenos:\nmake dogs\n```\n````\n\n```{figure} plan.png\n:alt: A plan\nThe piers.\n```\n\n```{toctree}\nintro\n```\n\n```{r}\nsum(1)\n```\n\n```ad-tip\ntitle: Ropes\nTake two.\n```',
      [
        'Note',
        'Boats need a pass.',
        'Dogs',
        '```sh\nmake dogs\n```',
        'A plan',
        'The piers.',
        'sum(1)',
        'Ropes',
        'Take two.',
      ],
      ['{note}', 'dropdown', 'linenos', 'intro', 'for authors', '(fees)', 'title:'],
    ],
    [
      'roles and labels',
      'See {ref}`the rules <rules>`, {doc}`guide`, {kbd}`Ctrl+C`, {math}`x^2`, m{sup}`2`; press :kbd[Enter]{.key} :badge[new]. At 10:30[1] `{x}`.',
      ['See the rules, guide, `Ctrl+C`, $x^2$, m2; press Enter new. At 10:30[1] `{x}`.'],
      ['{ref}', '<rules>', ':kbd'],
    ],
    [
      'titles in tags',
      '{% tabs %}\n{% tab title="Linux" %}\nRun make.\n{% endtab %}\n{% endtabs %}\n\n{{% notice note "Mind this" %}}\nStep.\n{{% /notice %}}\n\n{% include note.html content="No dogs." %}\n\n{% if page.title == "x" %}{% assign title="y" %}\n\n[rules]({{< ref "rules.md" >}}) {{ "as said" | upcase }} {{</* kept */>}}\n\n<!-- tab Windows -->\nRun nmake.\n\n{% asset_img wide map.png 300 "The map" %} {% post_link other-post "Other post" %}',
      [
        'Linux',
        'Run make.',
        'Mind this',
        'No dogs.',
        'rules as said {{< kept >}}',
        'Windows',
        'The map Other post',
      ],
      ['endtab', '"x"', 'y"', 'notice'],
    ],
    [
      'code in tags',
      '{% highlight ruby linenos %}\nputs *1*\n{% endhighlight %}\n\n{{< highlight go >}}\nfunc main() {}\n{{< /highlight >}}\n\n{% codeblock lang:js %}\nalert({{ x }})\n{% endcodeblock %}\n\n{% highlight open %}',
      ['```ruby\nputs *1*\n```', '```go\nfunc main() {}\n```', '```js\nalert({{ x }})\n```'],
      ['highlight', 'codeblock'],
    ],
    [
      'hints with signs',
      '> [!tip|icon]- Two *ropes*\n> Bring them.\n\n> [!my-own]+\n> Ours.\n\n::: warning :::\nWind.\n:::\n\n::: {.callout-note title="Tide"}\nHigh.\n:::\n\n:::tip[My **tip**]\nBody.\n:::',
      [
        'Two *ropes*',
        'Bring them.',
        'My-own',
        'Ours.',
        '**Warning**',
        'Wind.',
        '**Tide**',
        'High.',
        '**My tip**',
        'Body.',
      ],
      ['[!', '|icon', ':::', '.callout'],
    ],
    [
      'for the generator alone',
      '* Contents\n{:toc}\n\n[[_TOC_]]\n\n*[HTML]: Hyper Text\n\n<<< @/snippets/a.js\n\n::youtube{id=1}\n\nMoor here. ^a1b2c3\n\n- Pay\n  id:: 123-abc\n\nA [word]{.small} apart^[said aside].\n\n[^1]: A note.',
      ['Moor here.', '- Pay', 'A word apart (said aside).', 'A note.'],
      ['Contents', 'TOC', 'Hyper', '<<<', 'youtube', 'a1b2c3', 'id::', '{.small}', '\\'],
    ],
    [
      'definitions',
      'Berth\n: A place for one boat.\n\nQuay\n:   A wall.\n:   A street.\n\nText: no term.',
      ['- Berth\n  A place for one boat.', '- Quay', 'A street.', 'Text: no term.'],
      [': A place'],
    ],
  ])('%s', (_, markdown, said, unsaid) => {
    const text = saidIn(extractMarkdown(markdown));
    for (const one of said) expect(text).toContain(one);
    for (const one of unsaid) expect(text).not.toContain(one);
  });

  it('is the same when it is read again', () => {
    for (const text of [
      '{% raw %}{{ page.title }} and `{{ x }}` {% if x %}{% endraw %}',
      '{{</* kept */>}}',
      '[^1]: Note',
      '```{tip}\nBody\n```',
    ]) {
      const written = prepareMarkdown(text);
      expect(prepareMarkdown(written)).toBe(written);
    }
  });

  it('formulas between brackets stand between dollar signs', () => {
    expect(saidIn(extractMarkdown('Energy is \\(E = mc^2\\) here, \\(as Einstein said\\).'))).toContain(
      'Energy is $E = mc^2$ here, (as Einstein said).',
    );
    expect(saidIn(extractMarkdown('Take \\[ x^2 + y^2 \\] or `\\[a^2\\]`, not `a \\[--b=c\\]`.'))).toContain(
      'Take $x^2 + y^2$ or',
    );
    expect(saidIn(extractMarkdown('docent \\[--port=80\\] runs.'))).toContain('docent [--port=80] runs.');
    expect(saidIn(extractHtml('<p>Take \\(\\frac{1}{2}\\) of it.</p>'))).toContain(
      'Take $\\frac{1}{2}$ of it.',
    );
  });

  it('takes time in proportion to its length', () => {
    for (const piece of [
      '<s>',
      '<sup>1',
      '1<sup>',
      '<del><p>',
      '!!! a\n    ',
      '=== "a"\n',
      '{: .a',
      '`{:',
      ': a\n',
      'a\n: b\n',
      '{% raw %}',
      '<template shadowrootmode="x">',
      '<ol reversed><li>',
      'a<sub>1</sub>',
      'a<sub>1</sub><b>',
      'a^1',
      'a~1~',
      '/// a\n',
      '/// a\n///\n',
      '[[a|b',
      '==a b c',
      '++a b c',
      '^a b c d',
      '{--',
      '{~~a~>',
      '{a}`b c',
      ':ab[',
      '```{note}\n',
      '{% highlight a %}\n',
      '{{< a "b" >}}',
      '$`a',
      '```math\n',
      '((64f1b2c3-1a2b-',
    ])
      for (const read of [readers['Ghost'], readers['Markdown']])
        expect(read?.(piece.repeat(20_000))).toBeTypeOf('string');
  });
});
