import { grammarWords } from './grammar-words.ts';

/** An IETF language tag: `en`, `de`, `zh-CN`, `zh-TW` … */
export type LanguageTag = string;

/**
 * Detects the language of a short text such as a question. A script that belongs to one language decides at once;
 * Latin, Cyrillic and Arabic scripts are told apart by n-grams (eld), in favour of English when a short text is
 * ambiguous. `en` for a text without letters.
 */
export async function detectLanguage(text: string): Promise<LanguageTag> {
  const sample = text.slice(0, SAMPLE);
  const script = scriptLanguage(sample);
  if (script !== undefined) return script;
  if (!/\p{L}/u.test(sample)) return 'en';
  const words = withoutNames(sample);
  return isEnglish(words) ? 'en' : bestGuess(words);
}

/** Maximum of characters read. */
const SAMPLE = 1000;

/** Latin letters that count as one Han character, so that "用 Docker 部署" is Chinese. */
const LETTERS_A_WORD = 4;

const scripts: readonly (readonly [LanguageTag, RegExp])[] = [
  ['ko', /\p{sc=Hangul}/gu],
  ['th', /\p{sc=Thai}/gu],
  ['he', /\p{sc=Hebrew}/gu],
  ['el', /\p{sc=Greek}/gu],
  ['hi', /\p{sc=Devanagari}/gu],
  ['bn', /\p{sc=Bengali}/gu],
  ['ta', /\p{sc=Tamil}/gu],
  ['te', /\p{sc=Telugu}/gu],
  ['gu', /\p{sc=Gujarati}/gu],
  ['pa', /\p{sc=Gurmukhi}/gu],
  ['kn', /\p{sc=Kannada}/gu],
  ['ml', /\p{sc=Malayalam}/gu],
  ['ka', /\p{sc=Georgian}/gu],
  ['hy', /\p{sc=Armenian}/gu],
  ['km', /\p{sc=Khmer}/gu],
  ['lo', /\p{sc=Lao}/gu],
  ['my', /\p{sc=Myanmar}/gu],
  ['am', /\p{sc=Ethiopic}/gu],
];

function scriptLanguage(text: string): LanguageTag | undefined {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const latin = count(/\p{sc=Latin}/gu) / LETTERS_A_WORD;
  const han = count(/\p{sc=Han}/gu);
  const kana = count(/[\p{sc=Hiragana}\p{sc=Katakana}]/gu);
  if (kana > 0 && kana + han >= latin && kana * 8 >= han) return 'ja';
  for (const [tag, pattern] of scripts) {
    const letters = count(pattern);
    if (letters > 0 && letters >= han && letters >= latin) return tag;
  }
  if (han > 0 && han + kana >= latin) return isTraditional(text) ? 'zh-TW' : 'zh-CN';
  return undefined;
}

/** Frequent characters that only Traditional or only Simplified Chinese has. */
const isTraditional = (text: string): boolean => {
  const traditional = text.match(TRADITIONAL)?.length ?? 0;
  return traditional > 0 && traditional > (text.match(SIMPLIFIED)?.length ?? 0);
};

const TRADITIONAL =
  /[個們這樣麼說還時會對為來國過學開關點問題應該讓請謝嗎沒從後裡裏與無處長書車東門間電話見現經錢買賣讀寫聽認識實際設計備份檔碼網頁連結選項顯圖樣變動態體單雙號園記錄點擊權限帳戶稱費評論標籤標題訊軟臺灣圖歡專業機構標準檢視觀證達運輸導覽總結類別頻幫絡儲務閱覽瀏]/gu;
const SIMPLIFIED =
  /[个们这样么说还时会对为来国过学开关点问题应该让请谢吗没从后里与无处长书车东门间电话见现经钱买卖读写听认识实际设计备档码网页连结选项显图变动态体单双号园记录击权账户称费评论标签资讯湾欢专业机构准检视观证达运输导览总类频帮络储务阅浏]/gu;

/** Text without code and words with an inner capital, a digit or a dot, which say nothing about its language. */
const withoutNames = (text: string): string => {
  const plain = text
    .replace(/`[^`]*`|\S*[\p{Ll}\d][\p{Lu}._/]\S*|\S*\d\S*|\b\p{Lu}{2,}\b/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return /\p{L}{2}/u.test(plain) ? plain : text;
};

/** English function words that no other language of Latin script spells alike. */
const englishOnly =
  /\b(?:the|what|what's|how|where|which|who|why|does|did|is|are|can|could|should|would|you|your|my|this|that|there|with|and|from|of|it|have|has|will|when|i'm|don't|please|tell|about|need|want|use|get|find)\b/gi;

function isEnglish(text: string): boolean {
  if (/[^\p{ASCII}’‘“”–—…]/u.test(text)) return false;
  const words = text.match(/[\p{L}'’]+/gu) ?? [];
  const english = text.match(englishOnly)?.length ?? 0;
  return english >= Math.max(1, words.length * 0.34) && english >= (words.length > 3 ? 2 : 1);
}

/** Candidate languages. The n-grams report Indonesian as the closely related Malay. */
const guessed = 'en de fr es pt it nl pl tr ru uk bg vi ms sv da no fi cs ro hu ar fa ur hr lt et'.split(' ');

/** Minimum lead over English for a text of ASCII letters, and minimum score of a text of one or two words. */
const AHEAD_OF_ENGLISH = 0.14;
const CERTAIN = 0.72;

/** Score that each function word adds to its language. */
const WORD_BONUS = 0.16;

async function bestGuess(text: string): Promise<LanguageTag> {
  // Loaded on demand, since it takes half a second and some megabytes.
  const { eld } = await import('eld/extrasmall');
  eld.setLanguageSubset(guessed);
  const guess = eld.detect(text);
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const scores = new Map(
    Object.entries(guess.getScores()).map(([tag, score]) => [tag === 'ms' ? 'id' : tag, score]),
  );
  for (const [tag, known] of grammarWords) {
    const hits = new Set(words.filter((word) => known.has(word))).size;
    if (hits > 0) scores.set(tag, (scores.get(tag) ?? 0.4) + hits * WORD_BONUS);
  }
  const english = scores.get('en') ?? 0;
  const [tag, score] = [...scores].reduce((best, next) => (next[1] > best[1] ? next : best), ['en', english]);
  if (/[^\p{ASCII}’‘“”–—…]/u.test(text)) return tag;
  if (score - english < AHEAD_OF_ENGLISH || (words.length < 3 && score < CERTAIN)) return 'en';
  return tag;
}
