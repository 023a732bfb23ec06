import pairs from 'opencc-js/dict/TSCharacters';

/**
 * Maps Traditional Chinese characters to Simplified one by one; the length stays the same. Fold both sides of a
 * comparison: words that need the phrase for a correct conversion (乾隆, 著作) then get the same wrong character on both
 * sides and still match.
 */
export function simplifyChinese(text: string): string {
  let folded = '';
  let kept = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < FIRST_HAN) continue;
    const simple = simplified[code - FIRST_HAN] ?? 0;
    if (simple === 0) continue;
    folded += text.slice(kept, i) + String.fromCharCode(simple);
    kept = i + 1;
  }
  return kept === 0 ? text : folded + text.slice(kept);
}

/** True when a text has more characters that are only Traditional than characters that are only Simplified; false when it has neither. */
export function isTraditionalChinese(text: string): boolean {
  let lead = 0;
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (code < FIRST_HAN) continue;
    if ((simplified[code - FIRST_HAN] ?? 0) !== 0) lead++;
    else if (simplifiedOnly.has(code)) lead--;
  }
  return lead > 0;
}

const FIRST_HAN = 0x3400;
const LAST_HAN = 0xfaff;

/** The dictionary is one string of pairs, `萬 万|與 与`; building a converter from it would take fifty times as long. */
function buildMap(): Uint16Array {
  const map = new Uint16Array(LAST_HAN - FIRST_HAN + 1);
  for (const pair of pairs.split('|')) {
    const [traditional = '', simple = ''] = pair.split(' ');
    if (traditional.length === 1 && simple.length === 1) {
      map[traditional.charCodeAt(0) - FIRST_HAN] = simple.charCodeAt(0);
    }
  }
  return map;
}

/** Simplified form by code unit from FIRST_HAN; 0 when unchanged. */
const simplified = buildMap();

/** Simplified forms that are also characters of Traditional Chinese. */
const OF_BOTH = '后里干台系只面准冲丑采谷余云征几布制复斗卷克范郁向松淀折表症';

const simplifiedOnly: ReadonlySet<number> = new Set(
  simplified.filter((code) => code !== 0 && !OF_BOTH.includes(String.fromCharCode(code))),
);
