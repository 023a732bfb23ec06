import { describe, expect, it } from 'vitest';
import { foldText } from '../../../text/text.ts';
import { gramMatch, gramsOf, type GramMatch, type TextGrams } from './grams.ts';

/** Reference implementation: the sequence occurs in the text without gaps. */
function holds({ grams, letters, endings }: TextGrams, match: GramMatch | undefined): boolean {
  if (!match) return false;
  const { sequence, open, ending, letter } = match;
  if (letter !== undefined && !letters.includes(letter)) return false;
  if (sequence.length === 0 || (ending !== undefined && endings.includes(ending))) return true;
  const last = sequence.length - 1;
  return grams.some((_, at) =>
    sequence.every((gram, step) =>
      open && step === last ? (grams[at + step]?.startsWith(gram) ?? false) : grams[at + step] === gram,
    ),
  );
}

const contains = (text: string, searched: string) => holds(gramsOf(text), gramMatch(searched));

describe('grams of a question', () => {
  it('cuts Chinese into pairs and other words into triples', () => {
    expect(gramsOf('安装 Docent？')).toEqual({
      grams: ['安装', '装', 'doc', 'oce', 'cen', 'ent'],
      letters: [],
      endings: ['nt'],
    });
    expect(gramsOf('Plan B to C++')).toEqual({
      grams: ['pla', 'lan', 'b', 'to', 'c++'],
      letters: ['b'],
      endings: ['an', '++'],
    });
  });

  it.each([
    ['怎么安装 Docent？', '安装'],
    ['怎么安装 Docent？', '装'],
    ['怎么安装 Docent？', '安装docent'],
    ['怎么安装Docent', '安装 doc'],
    ['如何備份資料庫', '备份资料'],
    ['How do I install it?', 'INSTALL'],
    ['How do I install it?', 'nstal'],
    ['How do I install it?', 'do i inst'],
    ['How do I install it?', 'in'],
    ['How do I install it?', 'll'],
    ['How do I install it?', 'do'],
    ['如何在Docker里', '在docker'],
    ["the site's feed", 'site feed'],
    ['Vitamin C for plants', 'c'],
    ['Vitamin C for plants', 'vitamin c'],
    ['ｉＰｈｏｎｅ １５', 'iphone 15'],
    ['c++ oder c#', 'C++'],
  ])('CL3: "%s" contains "%s"', (text, searched) => {
    expect(contains(text, searched)).toBe(true);
  });

  it.each([
    ['怎么安装 Docent？', '装安'],
    ['怎么安装 Docent？', '安装卸载'],
    ['install', 'in stall'],
    ['in stall', 'install'],
    ['How do I install it?', 'install do'],
    ['plants', 's'],
    ['anything', '?!'],
    ['', 'a'],
  ])('CL3: "%s" does not contain "%s"', (text, searched) => {
    expect(contains(text, searched)).toBe(false);
  });

  it('CL3: agrees with a search in the folded text for every part of a question', () => {
    const texts = [
      '怎么在群晖上安装docent并设置反向代理',
      'internationalisation',
      '用iphone拍照',
      'ヘルプを表示する',
    ];
    for (const text of texts) {
      const units = Array.from(foldText(text));
      for (let start = 0; start < units.length; start++) {
        for (let end = start + 2; end <= units.length; end++) {
          const part = units.slice(start, end).join('');
          // A single letter at the end, and one or two before another script, match whole words only.
          if (/[a-z]$/.test(part) && gramMatch(part)?.letter !== undefined) continue;
          if (/^[a-z]{1,2}[^a-z]/.test(part)) continue;
          for (const other of texts)
            expect([other, part, contains(other, part)]).toEqual([
              other,
              part,
              foldText(other).includes(part),
            ]);
        }
      }
    }
  });
});
