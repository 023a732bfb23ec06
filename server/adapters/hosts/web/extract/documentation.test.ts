import { describe, expect, test } from 'vitest';
import { extractHtml } from '../../../../features/knowledge/extraction/extract-html.ts';
import { readPage } from './read-page.ts';

const opening = '<p>Moorings are let by the week, and the harbour office opens every morning at seven.</p>';
const closing = '<p>Ask the harbour office about anything that this page leaves open.</p>';

const read = (body: string, { title = 'Moorings', head = '' } = {}) =>
  readPage({
    html: `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>${body}</body></html>`,
    url: 'https://example.org/manual/moorings/',
  });

/** The extracted blocks of a page of a manual, one line each. */
const linesOf = (inner: string): string[] => {
  const page = `<main><article class="md-content__inner"><h1>Moorings</h1>${opening}${inner}${closing}</article></main>`;
  const { article } = read(page);
  if (!article) throw new Error('No article');
  return extractHtml(article.html)
    .map(({ kind, markdown, text, anchor }) => `${kind}${anchor && `#${anchor}`}: ${markdown ?? text}`)
    .slice(1, -1);
};

describe('HOST5: each panel of tabs has its caption', () => {
  const panels = ['<p>Run the setup.</p>', '<p>Drag the icon.</p>'];
  const expected = ['Linux:', 'Run the setup.', 'macOS:', 'Drag the icon.'].map(
    (text) => `paragraph: ${text}`,
  );

  test.each([
    [
      'tied by aria-controls',
      `<div role="tablist"><button role="tab" aria-controls="a">Linux</button><button role="tab" aria-controls="b">macOS</button></div><div role="tabpanel" id="a">${panels[0]}</div><div role="tabpanel" id="b" hidden="true">${panels[1]}</div>`,
    ],
    [
      'tied by aria-labelledby',
      `<div class="wrap"><ul role="tablist"><li role="presentation"><a role="tab" href="#a" id="t1">Linux</a></li><li role="presentation"><a role="tab" href="#b" id="t2">macOS</a></li></ul></div><div role="tabpanel" aria-labelledby="t1">${panels[0]}</div><div role="tabpanel" aria-labelledby="t2" hidden>${panels[1]}</div>`,
    ],
    [
      'side by side',
      `<div><ul role="tablist"><li role="tab">Linux</li><li role="tab">macOS</li></ul><div><div role="tabpanel">${panels[0]}</div><div role="tabpanel" hidden>${panels[1]}</div></div></div>`,
    ],
    [
      'of radio buttons',
      `<div><input type="radio" name="os" id="r1" checked><input type="radio" name="os" id="r2"><div><label for="r1">Linux</label><label for="r2">macOS</label></div><div><div>${panels[0]}</div><div>${panels[1]}</div></div></div>`,
    ],
    [
      'of radio buttons with the panels between them',
      `<div><input type="radio" id="r1" checked><label for="r1">Linux</label><div>${panels[0]}</div><input type="radio" id="r2"><label for="r2">macOS</label><div>${panels[1]}</div></div><details></details>`,
    ],
    [
      'of radio buttons with the panels behind them',
      `<div><input type="radio" id="r1" checked><input type="radio" id="r2"><label for="r1">Linux</label><label for="r2">macOS</label><div>${panels[0]}</div><div>${panels[1]}</div></div>`,
    ],
  ])('%s', (_, tabs) => expect(linesOf(tabs)).toEqual(expected));

  test('a sentence with choices before two boxes is no row of tabs', () => {
    const form =
      '<p>Choose <input type="radio" id="y"><label for="y">yes</label> or <input type="radio" id="n"><label for="n">no</label>.</p><div><p>One.</p><p>Two.</p></div>';
    expect(linesOf(form)).toEqual(['paragraph: Choose yes or no.', 'paragraph: One.', 'paragraph: Two.']);
  });

  test('a form with two choices is no row of tabs', () => {
    const form =
      '<p>Choose <input type="radio" id="y"><label for="y">yes</label> or <input type="radio" id="n"><label for="n">no</label>.</p><p>Then go on board.</p>';
    expect(linesOf(form)).toEqual(['paragraph: Choose yes or no.', 'paragraph: Then go on board.']);
  });
});

describe('HOST5: the title of a hint begins its first sentence', () => {
  test.each([
    ['<div class="admonition warning"><p class="admonition-title">Warning</p><p>Mind the step.</p></div>'],
    [
      '<div class="theme-admonition alert alert--danger"><div class="admonitionHeading_x1"><span><svg></svg></span>warning</div><div class="content_x2"><p>Mind the step.</p></div></div>',
    ],
    [
      '<aside aria-label="Warning" class="starlight-aside"><p class="starlight-aside__title" aria-hidden="true"><svg></svg>Warning</p><div class="starlight-aside__content">Mind the step.</div></aside>',
    ],
    ['<div class="markdown-alert"><p class="markdown-alert-title">Warning</p><p>Mind the step.</p></div>'],
    [
      '<div class="admonitionblock warning"><table><tbody><tr><td class="icon"><div class="title">Warning</div></td><td class="content">Mind the step.</td></tr></tbody></table></div>',
    ],
    [
      '<div class="warning"><table summary="Warning"><tr><td rowspan="2"><img alt="[Warning]" src="w.png"></td><th>Warning</th></tr><tr><td><p>Mind the step.</p></td></tr></table></div>',
    ],
  ])('%s', (hint) => expect(linesOf(hint)).toEqual(['paragraph: Warning: Mind the step.']));

  test('a box with a table of its own is no hint', () => {
    const box =
      '<div class="note"><table><tr><th>Berth</th><th>Metres</th></tr><tr><td>A</td><td>9</td></tr><tr><td>B</td><td>12</td></tr></table></div>';
    expect(linesOf(box)).toEqual(['table: | Berth | Metres |\n| --- | --- |\n| A | 9 |\n| B | 12 |']);
  });

  test('before a list it stands alone', () => {
    const hint = '<div class="callout"><div class="callout-title">Bring</div><ul><li>a rope</li></ul></div>';
    expect(linesOf(hint)).toEqual(['paragraph: Bring:', 'list: - a rope']);
  });
});

describe('HOST5: code of highlighters', () => {
  test.each([
    [
      'a box for each line',
      '<pre data-language="sh"><code><div class="line"><div>moor a</div></div><div class="line"><div>\n</div></div><div class="line"><div>moor b</div></div></code></pre>',
    ],
    [
      'an empty box for an empty line',
      '<pre data-language="sh"><code><div>moor a</div><div></div><div>moor b</div></code></pre>',
    ],
    ['a list of lines', '<pre class="lang-sh"><ol><li>moor a</li><li><br></li><li>moor b</li></ol></pre>'],
    ['the language beside the word code', '<pre class="code sh">moor a\n\nmoor b</pre>'],
    [
      'the language on a box around it',
      '<div class="highlight-sh notranslate"><div class="highlight"><pre><span class="linenos">1</span>moor a\n\nmoor b\n</pre></div></div>',
    ],
    [
      'numbers of lines in a column',
      '<div class="language-sh"><table><tbody><tr><td><pre class="lineno">1\n2\n3\n</pre></td><td><pre>moor a\n\nmoor b\n</pre></td></tr></tbody></table></div>',
    ],
    [
      'numbers of lines in the code of a column',
      '<div class="highlight"><table class="lntable"><tbody><tr><td><pre><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td><td><pre><code class="language-sh">moor a\n\nmoor b\n</code></pre></td></tr></tbody></table></div>',
    ],
  ])('%s', (_, code) => expect(linesOf(code)).toEqual(['code: ```sh\nmoor a\n\nmoor b\n```']));

  test('a language that says nothing is none', () => {
    expect(linesOf('<div class="highlight-default"><pre>moor a</pre></div>')).toEqual([
      'code: ```\nmoor a\n```',
    ]);
  });
});

describe('HOST5: the address of a heading', () => {
  test.each([
    ['its own id', '<h2 id="fees">Fees<a href="#other">#</a></h2>'],
    ['its permalink', '<h2>Fees<a class="headerlink" href="#fees">¶</a></h2>'],
    ['the section that it opens', '<section id="fees"><h2>Fees</h2></section>'],
  ])('%s', (_, heading) => expect(linesOf(heading)).toEqual(['heading#fees: Fees']));

  test('a section that another text opens lends it none', () => {
    const lines = linesOf('<section id="fees"><p>Paid by card.</p><h2>Refunds</h2></section>');
    expect(lines.at(-1)).toBe('heading: Refunds');
  });
});

describe('HOST5: a sign that belongs to a name stays', () => {
  test.each([
    ['<h2 id="n">C#</h2>', 'C#'],
    ['<h2 id="n">F# and C#<a href="#n">#</a></h2>', 'F# and C#'],
    ['<h2 id="n">C#<a class="headerlink" href="#n" title="Link to this heading">¶</a></h2>', 'C#'],
    ['<h2 id="n"><a href="#n"><svg></svg></a>C#</h2>', 'C#'],
    ['<h2 id="n"><a class="header-anchor" href="#n"><span>Tuning C#</span></a></h2>', 'Tuning C#'],
    ['<h2 id="n">#hashtag</h2>', '#hashtag'],
    ['<h2 id="n"># Fees</h2>', 'Fees'],
    ['<h2 id="n">Fees #</h2>', 'Fees'],
    ['<h2 id="n">Fees\uF0C1</h2>', 'Fees'],
    ['<h2 id="n">Fees<a class="anchor" href="/manual/moorings/#n">🔗\uFE0F</a></h2>', 'Fees'],
    ['<h2 id="n"><a href="https://example.org/sharp#fees">Fees#2</a></h2>', 'Fees#2'],
    ['<h2 id="n">The sign <code>#</code></h2>', 'The sign #'],
  ])('%s', (heading, text) => expect(linesOf(heading)).toEqual([`heading#n: ${text}`]));

  test.each([
    ['<h1>Berths in C#</h1>', 'Berths in C#'],
    ['<h1>Berths in C#<a class="hash-link" href="#berths">\u200B</a></h1>', 'Berths in C#'],
    ['<h1><a class="header-anchor" href="#berths"><span>Berths</span></a></h1>', 'Berths'],
    ['<h1>Berths #</h1>', 'Berths'],
  ])('in a title: %s', (heading, title) => {
    const page = `<main><article class="md-content__inner">${heading}${opening}${closing}</article></main>`;
    const { article } = read(page, { title: `${title} | Harbour` });
    expect(article?.title).toBe(title);
    expect(article?.html).not.toContain('<h1');
  });
});

test.each([
  ['<script type="math/tex; mode=display">a < b^2</script>', 'paragraph: $a < b^2$'],
  [
    '<div class="mw-highlight mw-highlight-lang-python" dir="ltr"><pre>moor()</pre></div>',
    'code: ```python\nmoor()\n```',
  ],
  [
    '<details open><summary>Table of contents</summary><ol id="markdown-toc"><li>Fees</li></ol></details>',
    '',
  ],
])('HOST5: what is behind scripts and folds: %s', (inner, line) => {
  expect(linesOf(inner)).toEqual(line === '' ? [] : [line]);
});

test('HOST5: the part that a site’s own search reads is the text', () => {
  const page = `<article><div>Docs › Guide</div><main data-pagefind-body="true"><h1>Moorings</h1>${opening}${closing}</main><div><a href="/x">Next page</a></div></article>`;
  expect(read(page).article?.html).toBe(opening + closing);
});

test.each(['None', 'null', 'undefined'])('HOST5: %s in place of a description is none', (nothing) => {
  const page = `<main><h1>Moorings</h1>${opening}${closing}</main>`;
  const head = `<meta name="description" content="${nothing}">`;
  expect(read(page, { head }).article?.excerpt).toBe('');
  const named = `${head}<meta name="twitter:description" content="All of them.">`;
  expect(read(page, { head: named }).article?.excerpt).toBe('All of them.');
});

describe('HOST5: tasks keep their state', () => {
  test.each([
    '<ul class="contains-task-list"><li><input type="checkbox" disabled checked> rope</li><li><input type="checkbox" disabled> oars</li></ul>',
    '<ul data-type="taskList"><li data-type="taskItem"><label><input type="checkbox" checked="checked"></label><div><p>rope</p></div></li><li data-type="taskItem"><label><input type="checkbox"></label><div><p>oars</p></div></li></ul>',
  ])('%s', (list) => expect(linesOf(list)).toEqual(['list: - [x] rope\n- [ ] oars']));

  test('a choice of a form is no task', () => {
    expect(linesOf('<ul><li><label><input type="checkbox" checked> I agree</label></li></ul>')).toEqual([
      'list: - I agree',
    ]);
  });
});

describe('HOST5: a sentence stays one', () => {
  const prose =
    'The tool is as old as the project, and most people use it every day without a thought. '.repeat(4);

  test.each([
    ['<acronym class="a">FSF</acronym>'],
    ['<u>FSF</u>'],
    ['<tt>FSF</tt>'],
    ['<big><nobr>FSF</nobr></big>'],
    ['<app-term>FSF</app-term>'],
  ])('around %s', (inline) => {
    const { article } = readPage({
      html: `<!doctype html><html lang="en"><head><title>History</title></head><body><div class="sect"><h2>History</h2>
        <div class="para">${prose}</div><div class="para">It began in 1993 with the ${inline} of the time. ${prose}</div></div></body></html>`,
      url: 'https://example.org/history',
    });
    const texts = extractHtml(article?.html ?? '').map(({ text }) => text);
    expect(texts.find((text) => text.includes('It began'))).toContain('in 1993 with the FSF of the time.');
  });

  test('what a caption says is not said a second time for the picture', () => {
    const { article } = readPage({
      html: `<!doctype html><html lang="en"><head><title>Tasks</title></head><body><main><h1>Tasks</h1><p>${prose}</p>
        <figure><img src="t.png" alt="Choice of tasks"><figcaption>Figure 4. Choice of tasks</figcaption></figure>
        <p>${prose}<img src="u.png" alt="The last step"></p></main></body></html>`,
      url: 'https://example.org/tasks',
    });
    expect(article?.html).not.toContain('alt="Choice of tasks"');
    expect(article?.html).toContain('alt="The last step"');
  });
});

describe('HOST5: manuals', () => {
  test('marks of footnotes are no text, the footnote is', () => {
    const lines = linesOf(
      '<p>Half of the fee. <a class="footnote-reference" role="doc-noteref" href="#f1">[1]</a></p><aside class="footnote"><span class="label">[1]</span><p>Never in a storm.</p></aside>',
    );
    expect(lines).toEqual(['paragraph: Half of the fee.', 'paragraph: Never in a storm.']);
  });

  test('a table of contents made from the pages is no text', () => {
    const lines = linesOf(
      `<div class="toctree-wrapper"><ul>${'<li><a href="a.html">Another page of the manual</a></li>'.repeat(30)}</ul></div>`,
    );
    expect(lines).toEqual([]);
  });

  test('DocBook: the names of menus are text, the links to other chapters are none', () => {
    const links = (kind: string) =>
      `<div class="${kind}"><table><tr><td><a href="a.html">&lt;&lt;&lt; Back</a></td><td><a href="b.html">On &gt;&gt;&gt;</a></td></tr></table></div>`;
    const { article } = read(
      `${links('navheader')}<div class="sect1"><div class="titlepage"><h2 class="title">Moorings</h2></div>${opening}<p>Open <span class="guimenu"><strong>Harbour</strong></span> → <span class="guimenuitem"><strong>New mooring…</strong></span> and choose a berth.<span class="sr-only"> (opens a window)</span></p>${closing.repeat(3)}</div>${links('navfooter')}`,
    );
    const texts = extractHtml(article?.html ?? '').map(({ text }) => text);
    expect(texts).toContain('Open Harbour → New mooring… and choose a berth.');
    expect(texts.join()).not.toMatch(/<<<|Back/);
  });

  test.each(['search', 'index'])('the %s of a manual is a list', (rel) => {
    const page = `<main><article class="md-content__inner"><h1>Moorings</h1>${opening}${closing}</article></main>`;
    const head = (href: string) => ({ head: `<link rel="${rel}" title="It" href="${href}">` });
    expect(read(page, head('#')).reason).toMatchObject({ text: 'it is a list' });
    expect(read(page, head('it.html')).article?.title).toBe('Moorings');
  });

  test.each([
    ['another name in the menu', '<h1>Letting a mooring<a class="headerlink"></a></h1>', 'Moorings - Manual'],
    ['another chapter', '<h1>Moorings</h1>', 'Moorings 2.1 documentation', '<h1>Indices</h1>'],
  ])('the title is what stands above the text: %s', (_, heading, title, more = '') => {
    const page = `<main><article class="md-content__inner">${heading}${opening}${closing}${more}</article></main>`;
    const { article } = read(page, { title });
    expect(article?.title).toBe(heading.includes('Letting') ? 'Letting a mooring' : 'Moorings');
    expect(article?.html).not.toContain(`${article?.title}</h1>`);
  });

  test('the name of the site above its menu is no title of the page', () => {
    const page = `<header><h1>Harbour wiki</h1></header><main id="dokuwiki__content"><div class="pageId">manual:moorings</div><div class="page group"><h1>Moorings</h1>${opening}<p>Half of the fee.<sup><a class="fn_top" href="#fn1">1)</a></sup></p>${closing}</div><div class="docInfo">moorings.txt</div></main>`;
    const { article } = read(page, { title: 'manual:moorings [Harbour wiki]' });
    expect(article?.title).toBe('Moorings');
    expect(article?.html).not.toMatch(/moorings\.txt|manual:|1\)|wiki/);
  });

  test('a link to the front page in the header is no title of a post', () => {
    const page = `<header><h1><a href="/">Harbour blog</a></h1></header><section><header><h2 class="entry-title"><a href="/moorings/">Moorings</a></h2></header><footer><time class="modified" datetime="2026-02-01">1 February</time></footer><div class="entry-content">${opening}${closing}</div></section>`;
    const { article } = read(page, { title: 'Harbour blog - Moorings' });
    expect(article).toMatchObject({ title: 'Moorings', modified: '2026-02-01T00:00:00.000Z' });
  });

  test('a first-level section of a post whose title stands outside is no title', () => {
    const page = `<header><h1>Harbour blog</h1></header><main><h2>Moorings</h2><div class="post-content"><h1>Fees</h1>${opening}${closing}</div></main>`;
    expect(read(page, { title: 'Moorings' }).article?.title).toBe('Moorings');
  });
});

describe('HOST5: a page that nobody has translated', () => {
  const english = '<p>The office lets the berths by the week, and the boats of guests pay at the jetty.</p>';
  const links =
    '<link rel="alternate" hreflang="en" href="/manual/fees/"><link rel="alternate" hreflang="de" href="/manual/moorings/">';
  const canonicalOf = (main: string, language: string, head = links) =>
    readPage({
      html: `<html lang="${language}"><head><title>Moorings</title>${head}</head><body>${main}</body></html>`,
      url: 'https://example.org/manual/moorings/',
    }).canonical;
  const fees = 'https://example.org/manual/fees/';
  const itself = 'https://example.org/manual/moorings/';

  test.each([
    ['its prose is in the other language', `<main><h1>A</h1>${english.repeat(4)}</main>`, 'de', fees],
    ['it says so', `<main lang="en"><h1>A</h1>${english}</main>`, 'de', fees],
    ['it is the original', `<main><h1>A</h1>${english.repeat(4)}</main>`, 'en', itself],
    ['it is too short to tell', `<main><h1>A</h1>${english}</main>`, 'de', itself],
    ['its language is unknown to Docent', `<main><h1>A</h1>${english.repeat(4)}</main>`, 'sw', itself],
    [
      'only its code is in the other language',
      `<main><h1>A</h1><p>${'Das Büro vermietet die Liegeplätze, und die Boote zahlen am Steg. '.repeat(5)}</p><pre>${english.repeat(9)}</pre></main>`,
      'de',
      itself,
    ],
  ])('%s', (_, main, language, canonical) => expect(canonicalOf(main, language)).toBe(canonical));

  test('a page that names no translation is never one', () => {
    expect(canonicalOf(`<main><h1>A</h1>${english.repeat(4)}</main>`, 'de', '')).toBe(itself);
  });
});

test.each([
  ['Home | Harbour Control', 'Harbour Control'],
  ['Harbour Control - 首页', 'Harbour Control'],
  ['Harbour Control', 'Harbour Control'],
  ['start [Harbour Control]', 'Harbour Control'],
  ['Home', 'Home'],
  ['Harbour Control | Berths without paper', 'Harbour Control | Berths without paper'],
])('HOST5: the name of the site in “%s”', (title, name) => {
  expect(read('<main>x</main>', { title }).siteTitle).toBe(name);
});

test('HOST5: a drawing of a thousand shapes is not nested deep', () => {
  const shapes = '<g><path d="M0 0"/><circle r="1" /></g>'.repeat(500);
  const lines = linesOf(
    `<svg viewBox="0 0 9 9">${shapes}<text>x</text></svg><p>The drawing shows the quay.</p>`,
  );
  expect(lines).toEqual(['paragraph: The drawing shows the quay.']);
});

test('HOST5: the questions of a list keep the targets before them', () => {
  const lines = linesOf(
    '<a name="q1"></a><p><b>May dogs come?</b></p><p>Yes, on a leash of two metres at most.</p>',
  );
  expect(lines).toEqual([
    'heading#q1: May dogs come?',
    'paragraph#q1: Yes, on a leash of two metres at most.',
  ]);
});

test('HOST5: a glossary that is the whole page stays a list of terms', () => {
  const entries = ['Berth', 'Fender', 'Mooring', 'Quay'].map(
    (term) =>
      `<dt><a id="${term}"></a><span>${term}</span></dt><dd><p>A ${term.toLowerCase()} is something that every harbour has, and every guest needs one of them by the evening, at the latest.</p></dd>`,
  );
  const { article } = read(
    `<div id="page"><h1>Words</h1><div class="glossary"><dl>${entries.join('')}</dl></div></div>`,
    { title: 'Words' },
  );
  const [list] = extractHtml(article?.html ?? '').filter(({ kind }) => kind !== 'heading');
  expect(list).toMatchObject({ kind: 'list' });
  expect(list?.text).toMatch(/^- Berth\n {2}A berth is something/);
});

test('HOST5: the index of words of a manual is no article', () => {
  const words = Array.from(
    { length: 40 },
    (_, n) =>
      `<dt>Berth number ${n} of the northern quay, beside the office, <a href="moorings.html">Moorings</a></dt>`,
  );
  const page = (type: string) =>
    read(
      `<div class="${type}"><h1>Index</h1><div class="indexdiv"><h3>B</h3><dl>${words.join('')}</dl></div></div>`,
    );
  expect(page('index').reason).toMatchObject({ explanation: { code: 'left_list' } });
  expect(page('section').article).toBeDefined();
});

test('HOST5: a title that is written into a box is no part of the text', () => {
  const body =
    '<main><div class="fancy_title">Moorings</div><p>Moorings are let by the week, from April to October, to boats of every kind.</p><p>Moorings</p><p>Ask the office for a price.</p></main>';
  const lines = extractHtml(read(body).article?.html ?? '').map(({ text }) => text);
  expect(lines).toEqual([
    'Moorings are let by the week, from April to October, to boats of every kind.',
    'Moorings',
    'Ask the office for a price.',
  ]);
});

describe('HOST5: headings whose text is an anchor keep their place', () => {
  const sentence = (thing: string) =>
    `<p>${thing} are let by the week, from April to October, to boats of every kind and length.</p>`;

  test.each([
    ['an empty target of XHTML', '<a id="moorings"/>Moorings by the week'],
    ['a named anchor', '<a name="moorings">Moorings by the week</a>'],
    ['a link to itself', '<a href="#moorings" id="moorings">Moorings by the week</a>'],
    ['an inner target', '<a class="anchor" id="moorings"></a>Moorings by the week'],
  ])('%s', (_, heading) => {
    const section = `<div class="section"><div class="titlepage"><div><h2 class="title">${heading}</h2></div></div>${sentence('Moorings')}</div>`;
    const { article } = read(
      `<div class="chapter">${sentence('Berths')}${section}${sentence('Buoys')}</div>`,
      { title: 'Harbour' },
    );
    const blocks = extractHtml(article?.html ?? '');
    expect(blocks.find(({ kind }) => kind === 'heading')).toMatchObject({
      text: 'Moorings by the week',
      anchor: 'moorings',
    });
    expect(blocks).toHaveLength(4);
  });
});

describe('HOST5: the address of a heading', () => {
  const prose = (thing: string) =>
    `<p>${thing} are let by the week, from April to October, to boats of every kind and length.</p>`;

  test.each([
    ['a target before it, as of man pages', '<a name="moorings">&nbsp;</a><h2>By the week</h2>'],
    ['a target before it, as of Texinfo', '<span id="moorings"></span><h2>By the week</h2>'],
    [
      'a section with boxes around its title, as of DocBook',
      '<div class="sect2" id="moorings"><div class="titlepage"><div><div><h2>By the week</h2></div></div></div></div>',
    ],
  ])('%s', (_, heading) => {
    const { article } = read(`<div>${prose('Berths')}${heading}${prose('Moorings')}${prose('Buoys')}</div>`, {
      title: 'Harbour',
    });
    const blocks = extractHtml(article?.html ?? '');
    expect(blocks.find(({ kind }) => kind === 'heading')).toMatchObject({
      text: 'By the week',
      anchor: 'moorings',
    });
  });
});

describe('HOST5: the title', () => {
  const page = (title: string, body: string, head = '') =>
    read(`${body}<p>Moorings are let by the week, from April to October, to boats of every kind.</p>`, {
      title,
      head,
    }).article?.title;

  test.each([
    ['a name with low lines stays whole', 'postgres_fdw', '<h2>postgres_fdw</h2>', 'postgres_fdw'],
    [
      'under the name of the site',
      'DNS | Node.js v18 Documentation',
      '<h1>Node.js v18 documentation</h1><h2>DNS</h2>',
      'DNS',
    ],
    [
      'of mdBook, where the chapter begins with a lower heading',
      'Berths and moorings - The Harbour Book',
      '<h1 class="menu-title">The Harbour Book</h1><h2>Berths</h2>',
      'Berths and moorings',
    ],
    [
      'of Doxygen',
      'Boats: Output Formats',
      '<div class="headertitle"><div class="title">Output Formats</div></div>',
      'Output Formats',
    ],
  ])('%s', (_, title, body, expected) => expect(page(title, body)).toBe(expected));

  test('of Texinfo, without the name of the manual', () => {
    const head = '<meta name="Generator" content="makeinfo">';
    expect(page('Group Functions (GNU Boats (version 7))', '<h3>36.1 Group Functions</h3>', head)).toBe(
      'Group Functions',
    );
  });

  test('a low line beside Chinese still parts the title from the name of the site', () => {
    expect(
      page(
        '如何停泊_港口网',
        '<h2>如何停泊</h2>',
        '<meta property="og:title" content="如何停泊_港口网"><meta property="og:site_name" content="港口网">',
      ),
    ).toBe('如何停泊');
  });
});

test('HOST5: pages whose tags and attributes are written in capitals are read like others', () => {
  const { article, links } = read(
    '<A HREF="/berths">Berths</A><P>Moorings are let by the week, from April to October, to boats of every kind.</P><A NAME="dues">&nbsp;</A><H2>Dues</H2><P>Dues are paid at the office, see <A HREF="/dues">the list of dues</A>.</P>',
    { head: '<META NAME="description" CONTENT="Where boats lie">' },
  );
  expect(links).toEqual(['https://example.org/berths', 'https://example.org/dues']);
  expect(article?.excerpt).toBe('Where boats lie');
  expect(extractHtml(article?.html ?? '').find(({ kind }) => kind === 'heading')).toMatchObject({
    text: 'Dues',
    anchor: 'dues',
  });
});

test('HOST5: the name of a language that VitePress writes above code is no text', () => {
  const text =
    'The port is configured in one file, which stands in the folder of the harbour and is read at each start.';
  const { article } = readPage({
    html: `<!doctype html><html lang="en"><head><title>Port | Docs</title></head><body><main class="main"><div class="vp-doc"><h1>Port</h1>
      <p>${text}</p><div class="language-json vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">json</span><pre class="shiki vp-code" tabindex="0"><code><span class="line"><span>{ "port": 80 }</span></span></code></pre></div></div></main></body></html>`,
    url: 'https://example.org/port.html',
  });
  expect(article?.html).toContain('"port": 80');
  expect(article?.html.replace(/<[^>]*>/g, '')).not.toContain('json');
});
