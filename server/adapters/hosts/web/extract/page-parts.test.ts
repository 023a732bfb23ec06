import { describe, expect, test } from 'vitest';
import { readPage } from './read-page.ts';

const opening =
  '<p>The ferry of the harbour runs from April to October, and bicycles travel free of charge.</p>';
const prices = '<h2>Tickets</h2><p>A single ticket costs 4.20 euros and a day ticket costs 7.80 euros.</p>';

const read = (body: string, head = '') =>
  readPage({
    html: `<!doctype html><html lang="en"><head><title>Ferry</title>${head}</head><body>${body}</body></html>`,
    url: 'https://example.org/ferry',
  });

const textOf = (inner: string): string =>
  read(`<div class="entry-content">${opening}${prices}${inner}</div>`).article?.html ?? '';

describe('HOST5: what plugins and themes write into a text is no part of it', () => {
  test.each([
    ['<div class="crp_related"><h3>Related posts</h3><ul><li>CHROME</li></ul></div>'],
    ['<div class="rp4wp-related-posts"><p>CHROME</p></div>'],
    ['<section class="post-related-articles"><p>CHROME</p></section>'],
    ['<div class="recommended-posts">CHROME</div>'],
    ['<ul class="share-links"><li>CHROME</li></ul>'],
    ['<div class="heateor_sss_sharing_container"><p>CHROME</p></div>'],
    ['<div class="saboxplugin-wrap"><p>CHROME</p></div>'],
    ['<div class="author-info"><p>CHROME</p></div>'],
    ['<p class="copyright">版权声明：CHROME</p>'],
    ['<div class="newsletter-signup"><p>CHROME</p></div>'],
    ['<div class="kk-star-ratings"><p>CHROME</p></div>'],
    ['<div class="lwptoc"><p>CHROME</p></div>'],
  ])('%s', (chrome) => {
    const text = textOf(`${chrome}<p>The last boat returns at dusk.</p>`);
    expect(text).not.toContain('CHROME');
    expect(text).toContain('returns at dusk');
  });

  test('what only sounds like it stays', () => {
    const text = textOf(
      '<div class="file-share"><p>Mount the share.</p></div><p class="recommended">Recommended: four.</p><h2 id="comments">Comments</h2>',
    );
    for (const kept of ['Mount the share', 'Recommended: four', 'Comments']) expect(text).toContain(kept);
  });

  test('a section of a manual about comments stays', () => {
    const section = '<section id="comments"><h2>Comments</h2><p>Lines that begin with a hash.</p></section>';
    expect(textOf(section)).toContain('begin with a hash');
    const form = '<div id="comments"><h2>Two comments</h2><p>Nice.</p><form></form></div>';
    expect(textOf(form)).not.toContain('Nice');
  });
});

describe('HOST5: a short text is read without what stands around it', () => {
  // As the block themes of WordPress write a post.
  const page = (text: string, beside = '') =>
    read(`<div class="wp-site-blocks"><header><p class="wp-block-site-title">The harbour</p></header><main>
      <h1>Ferry</h1><div class="entry-content wp-block-post-content">${text}</div>${beside}
      <div class="wp-block-group"><p>Posted</p><div class="wp-block-post-date">May 4, 2026</div><p>in</p><p>by</p><p>admin</p></div>
      <section class="wp-block-comments"><ol><li>CHROME ${'a comment of somebody '.repeat(9)}</li></ol><form><p>Your email address
      will not be published. CHROME</p></form></section></main></div>`);

  test('without the date, the author and the comments', () => {
    const { article } = page('<p>The ferry costs 4 euros.</p>');
    expect(article?.html).toBe('<p>The ferry costs 4 euros.</p>');
  });

  test('as an article with a title, whatever its theme', () => {
    const short = (text: string, beside = '') =>
      read(`<header>The harbour</header><main><article><h1>Ferry</h1>${text}</article>${beside}</main>`)
        .article?.html;
    expect(short('<p>The ferry costs 4 euros.</p>')).toBe('<p>The ferry costs 4 euros.</p>');
    expect(short('<p>渡轮每张票四欧元，儿童半价。</p>')).toBe('<p>渡轮每张票四欧元，儿童半价。</p>');
    const longer = '<p>The ferry costs 4 euros. Children and bicycles travel free of charge.</p>';
    expect(short(longer)).toBe(longer);
    expect(short('<p>Loading…</p>')).toBeUndefined();
    expect(short('<p>The ferry costs 4 euros.</p>', '<article><h2>Bus</h2></article>')).toBeUndefined();
    expect(read('<main><h1>Thanks</h1><p>We have got your message.</p></main>').article).toBeUndefined();
  });

  test('a word is none', () => {
    expect(read('<main><div class="entry-content"><p>Loading…</p></div></main>').article).toBeUndefined();
  });

  test('a page that says more beside it is read whole', () => {
    const { article } = page('<p>The ferry costs 4 euros.</p>', `${opening}${prices}`);
    expect(article?.html).toContain('bicycles travel free');
  });
});

describe('HOST5: accordions and tabs are text', () => {
  test.each([
    ['a button in a heading', '<h3><button aria-expanded="false">May dogs come?</button></h3>'],
    ['a button in a summary', '<details><summary><button>May dogs come?</button></summary></details>'],
    ['a button that stands alone', '<button class="accordion">May dogs come?</button>'],
  ])('%s', (_, caption) => {
    const text = textOf(
      `<div class="faq-item">${caption}<div class="accordion-content" hidden><p>Yes, on a leash.</p></div></div>`,
    );
    expect(text).toContain('May dogs come?');
    expect(text).toContain('Yes, on a leash.');
  });

  const para = `<p>${'The boat house rents out boats on the lake from May to October, every day. '.repeat(4)}</p>`;
  test.each([
    [
      'Elementor',
      '<div class="elementor-accordion"><div class="elementor-accordion-item"><div class="elementor-tab-title" role="button" aria-controls="t1" aria-expanded="false"><a>May dogs come?</a></div><div id="t1" class="elementor-tab-content" role="region"><p>Yes, on a leash.</p></div></div></div>',
    ],
    [
      'Bootstrap',
      '<div class="accordion"><h2 class="accordion-header"><button class="accordion-button collapsed" aria-expanded="false">May dogs come?</button></h2><div class="accordion-collapse collapse"><div class="accordion-body">Yes, on a leash.</div></div></div>',
    ],
    [
      'Kadence',
      '<div class="kt-accordion-pane"><div class="kt-accordion-header-wrap"><button class="kt-blocks-accordion-header"><span>May dogs come?</span></button></div><div class="kt-accordion-panel"><p>Yes, on a leash.</p></div></div>',
    ],
    [
      'buttons without names',
      '<div><button aria-expanded="false" aria-controls="p1">May dogs come?</button><div id="p1" hidden>Yes, on a leash.</div></div>',
    ],
    [
      'buttons that say only what they open',
      '<div><button aria-controls="p1">May dogs come?</button><div id="p1" aria-hidden="true">Yes, on a leash.</div></div>',
    ],
  ])('of %s, on a page without a known container', (_, accordion) => {
    const page = read(`<main><article><h1>Ferry</h1>${para}${accordion}${para}</article></main>`);
    expect(page.article?.html).toContain('May dogs come?');
    expect(page.article?.html).toContain('Yes, on a leash.');
  });

  test('what lists other pages within a text is none of it', () => {
    const others =
      '<div class="wp-block-query"><ul><li><h2><a href="/x">CHROME</a></h2></ul></div><div class="wp-block-calendar">CHROME</div><div class="elementor-widget-posts"><h3>CHROME</h3></div>';
    for (const container of ['class="entry-content"', ''])
      expect(
        read(`<main><article><h1>Ferry</h1><div ${container}>${para}${others}${para}</div></article></main>`)
          .article?.html,
      ).not.toContain('CHROME');
  });

  test('every panel of a tab list', () => {
    const text = textOf(
      '<div role="tabpanel">npm install</div><div role="tabpanel" hidden>yarn add</div><button>Copy</button>',
    );
    expect(text).toContain('yarn add');
    expect(text).not.toContain('Copy');
  });

  test('a button beside the text of a heading, a menu and other hidden text are none', () => {
    const text = textOf(
      '<h2>Boats <button>Copy link</button></h2><nav><h3><button>Menu</button></h3></nav><p hidden>Draft</p>',
    );
    for (const chrome of ['Copy link', 'Menu', 'Draft']) expect(text).not.toContain(chrome);
    expect(text).toContain('Boats');
  });
});

describe('HOST5: pages that scripts draw', () => {
  const footer = `<div id="app"></div><footer><p>${'© 2026 The Daily. All rights reserved. '.repeat(3)}</p></footer>`;

  test('a footer is no article', () => {
    expect(read(footer)).toMatchObject({ article: undefined, reason: { text: 'it has no text' } });
  });

  test('the text is taken from the metadata', () => {
    const body = `The ferry runs from April to October & costs 4.20 euros.\n\nDogs travel free on the lower deck, every day.`;
    const data = JSON.stringify({ '@type': 'Article', headline: 'Ferry', articleBody: body });
    const { article } = read(footer, `<script type="application/ld+json">${data}</script>`);
    expect(article?.html).toBe(
      '<p>The ferry runs from April to October &#38; costs 4.20 euros.</p><p>Dogs travel free on the lower deck, every day.</p>',
    );
  });
});

describe('HOST5: cards of Ghost', () => {
  test('the answer of a toggle stands under its question, whose arrow is no heading', () => {
    const html = textOf(
      `<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">May dogs come?</h4>
      <button class="kg-toggle-card-icon" aria-label="Expand"><svg><path d="M0 0"/></svg></button></div>
      <div class="kg-toggle-content"><p>Dogs pay half.</p></div></div>`,
    );
    expect(html.match(/<h\d[^>]*>[^]*?<\/h\d>/g)?.map((each) => each.replace(/<[^>]*>/g, '').trim())).toEqual(
      ['Tickets', 'May dogs come?'],
    );
    expect(html).toContain('Dogs pay half');
  });

  test('the names below a bookmark and the times of a player are no text', () => {
    const html = textOf(
      `<figure class="kg-card kg-bookmark-card"><a href="https://example.org/b"><div class="kg-bookmark-title">Boats</div>
      <div class="kg-bookmark-metadata"><span>CHROME</span></div></a></figure><div class="kg-card kg-audio-card">
      <div class="kg-audio-title">Gulls</div><div class="kg-audio-player"><span>0:00 CHROME</span></div></div>`,
    );
    for (const kept of ['Boats', 'Gulls']) expect(html).toContain(kept);
    expect(html).not.toContain('CHROME');
  });
});
