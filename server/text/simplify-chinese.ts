import pairs from 'opencc-js/dict/TSCharacters';

/**
 * Folds Traditional Chinese characters to Simplified, one character at a time, so that the result is
 * as long as the input. Both sides of a comparison must be folded: readings that
 * need a phrase (乾隆, 著作) fold to the same wrong character on both sides and so still meet.
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

const FIRST_HAN = 0x3400;
const LAST_HAN = 0xfaff;

/** The dictionary is one string of pairs, `萬 万|與 与`; a converter over it would cost fifty times as much to start. */
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

/** Per code unit from FIRST_HAN: its simplified form, or 0 when it stays as it is. */
const simplified = buildMap();
