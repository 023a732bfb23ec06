import { describe, expect, it } from 'vitest';
import { findMatches, snippet } from './highlight.ts';
import { foldWithOffsets } from '../postings/offsets.ts';
import { cpuMs } from '../../../test/fakes/cpu-time.ts';

describe('a snippet', () => {
  it('marks whole words, their inflections and beginnings', () => {
    expect(snippet('Running shoes for a runner', 'run')).toBe(
      '<mark>Running</mark> shoes for a <mark>runner</mark>',
    );
    expect(snippet('Docker containers', 'container')).toBe('Docker <mark>containers</mark>');
  });

  it('marks across widths, cases and Traditional forms, showing the original', () => {
    expect(snippet('ＤＯＣＫＥＲ 與臺灣的天氣預報', 'docker 台湾 天气预报')).toBe(
      '<mark>ＤＯＣＫＥＲ</mark> 與<mark>臺灣</mark>的<mark>天氣預報</mark>',
    );
  });

  it('marks accents however they are written', () => {
    expect(snippet('cafe\u0301 and café', 'CAFÉ')).toBe('<mark>cafe\u0301</mark> and <mark>café</mark>');
  });

  it('holds nothing but escaped text and marks', () => {
    const text = '<script>alert("x")</script> & <mark>fake</mark> \'q\' needle';
    const html = snippet(text, 'needle <mark> script');
    expect(html.replaceAll(/<\/?mark>/g, '')).not.toMatch(/[<>]/);
    expect(html).toContain(`'q'`);
    expect(html).toContain('&lt;<mark>script</mark>&gt;');
    expect(html).toContain('&amp;');
  });

  it('returns the original text when marks and escapes are removed, for any text and query', () => {
    const pieces = [
      '好',
      '天气',
      '<b>',
      '&amp;',
      '😀',
      '𠀀',
      'e\u0301',
      'Word',
      ' ',
      '\n',
      "it's",
      'ﬁ',
      'Ⅳ',
      '한국',
      '…',
      '"',
    ];
    let state = 1;
    const random = (below: number) => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) % below;
    for (let round = 0; round < 200; round++) {
      const text = Array.from({ length: random(40) }, () => pieces[random(pieces.length)]).join('');
      const query = Array.from({ length: random(4) }, () => pieces[random(pieces.length)]).join(' ');
      const plain = snippet(text, query, { around: 10_000 })
        .replaceAll(/<\/?mark>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&');
      expect(plain).toBe(text);
    }
  });

  it('is cut 80 characters around the matches and marks the cut', () => {
    const html = snippet(`${'a'.repeat(300)} needle ${'b'.repeat(300)}`, 'needle');
    expect(html).toBe(`…${'a'.repeat(79)} <mark>needle</mark> ${'b'.repeat(79)}…`);
    expect(snippet('needle', 'needle')).toBe('<mark>needle</mark>');
  });

  it('SR7: cuts no address and no setting in two', () => {
    const address = 'DOCENT_SITE=https://blog.example.org/archives';
    const before = snippet(`${'Lead in. '.repeat(20)}Set ${address} and one more needle here.`, 'needle', {
      around: 40,
    });
    expect(before).toBe('…and one more <mark>needle</mark> here.');
    const after = snippet(`A needle is set with ${address} and then ${'more '.repeat(40)}`, 'needle', {
      around: 40,
    });
    expect(after).toBe('A <mark>needle</mark> is set with…');
  });

  it('SR7: begins and ends with whole words', () => {
    const text = `${'configuration '.repeat(20)}needle ${'documentation '.repeat(20)}`;
    const html = snippet(text, 'needle');
    expect(html).toMatch(/^…configuration .*<mark>needle<\/mark>.* documentation…$/);
    expect(snippet('configuration '.repeat(30), 'nothing')).toMatch(/configuration…$/);
  });

  it('shows the passage with the most distinct words of the query', () => {
    const text = `alpha ${'x '.repeat(200)}alpha beta gamma ${'y '.repeat(200)}beta`;
    expect(snippet(text, 'alpha beta gamma')).toContain(
      '<mark>alpha</mark> <mark>beta</mark> <mark>gamma</mark>',
    );
  });

  it.each(['>：', '》，', '”]', '}. ', '› '])(
    'SR7: does not begin with %s, which ends what stands before it',
    (end) => {
      const filler = '它在服务运行时复制数据'.repeat(20).slice(0, 80 - end.length);
      expect(snippet(`执行命令，后面写上〈文件夹${end}${filler}苍鹭`, '苍鹭')).toBe(
        `…${filler}<mark>苍鹭</mark>`,
      );
    },
  );

  it('is the beginning of the text when nothing matches, empty for an empty text', () => {
    expect(snippet(`<${'好'.repeat(300)}`, 'nothing')).toBe(`&lt;${'好'.repeat(159)}…`);
    expect(snippet('', 'word')).toBe('');
    expect(snippet('short', '')).toBe('short');
  });

  it('never cuts a code point', () => {
    for (let size = 1; size < 30; size++)
      expect(snippet('😀'.repeat(100), 'x', { around: size }).isWellFormed()).toBe(true);
    for (let pad = 0; pad < 4; pad++) {
      expect(
        snippet(`${'a'.repeat(pad)}${'😀'.repeat(60)}needle${'😀'.repeat(60)}`, 'needle').isWellFormed(),
      ).toBe(true);
    }
  });

  it('marks the words a keyword was completed or corrected to', () => {
    expect(snippet('Use Docker', 'dokcer', { alsoWords: ['docker'] })).toBe('Use <mark>Docker</mark>');
  });

  it('marks stop words only when nothing else was typed', () => {
    expect(snippet('the how of it', 'the how of docker')).toBe('the how of it');
    expect(snippet('the how', 'the')).toBe('<mark>the</mark> how');
  });

  it('takes time in proportion to a long text', () => {
    const started = cpuMs();
    snippet('好 a '.repeat(20_000), '好 a');
    expect(cpuMs() - started).toBeLessThan(40_000);
  });
});

describe('matches', () => {
  it('stand in order at offsets of the original and never overlap', () => {
    const text = '天氣預報員 weather ＷＥＡＴＨＥＲ';
    const found = findMatches(text, '天气 预报 weather');
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([
      '天氣',
      '預報',
      'weather',
      'ＷＥＡＴＨＥＲ',
    ]);
    for (const [i, { start }] of found.entries())
      expect(start).toBeGreaterThanOrEqual(found[i - 1]?.end ?? 0);
  });
});

describe('folding with offsets', () => {
  it('leads each folded unit back to where it came from', () => {
    const { folded, starts, ends } = foldWithOffsets('ﬁN e\u0301①');
    expect(folded).toBe('fin é1');
    expect([...starts]).toEqual([0, 0, 1, 2, 3, 5]);
    expect([...ends]).toEqual([1, 1, 2, 3, 5, 6]);
  });
});
