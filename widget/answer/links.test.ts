import { expect, test } from 'vitest';
import { isLive, pageUrl, passageUrl, withConversation } from './links.ts';

const site = 'https://blog.example';

test('a site-relative article gets its heading', () => {
  expect(pageUrl({ url: '/backups', anchor: '恢复' }, site)).toBe(
    `https://blog.example/backups#${encodeURIComponent('恢复')}`,
  );
  expect(pageUrl({ url: 'https://other.example/a' }, site)).toBe('https://other.example/a');
});

test('an article without a page, or with a dangerous address, gets no link', () => {
  for (const url of [
    '',
    '  ',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'http://[',
  ]) {
    expect(pageUrl({ url }, site)).toBeUndefined();
  }
});

test('a quote or the row of a table is highlighted where the browser can', () => {
  const citation = {
    postId: 'b',
    title: 'Backups',
    url: '/backups',
    anchor: 'copy',
    quote: 'well-known, yes',
  };
  expect(passageUrl(citation, site, true)).toBe(
    'https://blog.example/backups#copy:~:text=well%2Dknown%2C%20yes',
  );
  expect(passageUrl(citation, site, false)).toBe('https://blog.example/backups#copy');
  expect(passageUrl({ ...citation, quote: 'Small, new · every day · 5 €' }, site, true)).toBe(
    'https://blog.example/backups#copy:~:text=Small%2C%20new,5%20%E2%82%AC',
  );
});

test('only the site and the cited pages are live', () => {
  const cited = ['https://docs.example/guide#start'];
  const live = [
    '/a',
    'a?b',
    '#here',
    `${site}/x`,
    'https://docs.example/guide',
    'https://docs.example/guide#end',
  ];
  expect(live.filter((href) => !isLive(href, site, cited))).toEqual([]);
  const dead = [
    'https://evil.example',
    '//evil.example/x',
    'https://docs.example/other',
    'https://docs.example/guide?steal=1',
    'https://blog.example.evil.example/',
    'https://blog.example@evil.example/',
    'https://name:word@blog.example/',
    'http://blog.example/',
    '\\\\evil.example/x',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'mailto:a@b.example',
    'file:///etc/passwd',
  ];
  expect(dead.filter((href) => isLive(href, site, cited))).toEqual([]);
});

test.each([
  ['mailto:help@site.example', 'mailto:help@site.example?body=You%3A%20How%3F'],
  ['mailto:help@site.example?subject=Hi', 'mailto:help@site.example?subject=Hi&body=You%3A%20How%3F'],
  ['mailto:help@site.example?body=Ours', 'mailto:help@site.example?body=Ours'],
  ['tel:+49301234', 'tel:+49301234'],
  ['https://site.example/contact', 'https://site.example/contact'],
  [
    'https://site.example/contact?text=%7Bconversation%7D',
    'https://site.example/contact?text=You%3A%20How%3F',
  ],
])('WG73: the conversation goes along where the address takes it: %s', (address, wanted) => {
  expect(withConversation(address, 'You: How?')).toBe(wanted);
});

test('WG73: of a long conversation the newest part goes along, and nothing where there is none', () => {
  const said = `${'old '.repeat(2000)}new`;
  expect(withConversation('mailto:a@b.example', said).length).toBeLessThan(6000);
  expect(withConversation('mailto:a@b.example', said)).toMatch(/new$/);
  expect(withConversation('mailto:a@b.example', '')).toBe('mailto:a@b.example');
  expect(withConversation('https://a.example/?t={conversation}', '')).toBe('https://a.example/?t=');
});
