import type { StemLanguage } from '../morphology/stem.ts';

/**
 * Words of a question that any section about its subject may answer, folded: "Are kids welcome?" under "Children", "How do I connect
 * Telegram?" under "Telegram".
 */
const idle = new Set(
  `welcome ok okay fine possible allowed permitted connect configure enable activate set setup up use using get getting start
  允许 准许 行 连接 设置 启用 开启 开通 使用 接入`.split(/\s+/),
);

export const isIdlePredicate = (word: string): boolean => idle.has(word);

/** True for a question that is answered by yes or no: "Is there a sauna?", “有没有桑拿”, „Gibt es eine Sauna?“. */
export function asksWhether(folded: string, language: StemLanguage = 'en'): boolean {
  const question = folded.trim().replace(/^[¿¡]\s*/, '');
  // “Was kostet …?” is German.
  const isEnglish = whether.test(question) && (language === 'en' || !question.startsWith('was '));
  return isEnglish || others[language]?.test(question) === true;
}

/** Beginnings of such questions in further languages. */
const others: Readonly<Partial<Record<StemLanguage, RegExp>>> = {
  de: /^(?:gibt|habt|haben|hat|ist|sind|kann|können|könnt|darf|dürfen|muss|müssen|soll|werden|wird|macht|bietet|nehmt|nehmen|verkauft|verkaufen|akzeptiert|bekomme|brauche|brauchen)\s/,
  nl: /^(?:is|zijn|heeft|hebben|kan|kunnen|mag|mogen|moet|moeten|wordt|zal|bieden|verkopen|krijg|hebt)\s/,
  fr: /^(?:est-ce|y a-t-il|il y a|puis-je|peut-on|pouvez|avez|faut-il|dois-je|êtes|acceptez|proposez|vendez)(?:\s|-)/,
  es: /^(?:hay|puedo|se puede|podemos|tienen|tenéis|tiene|es|está|están|son|aceptan|aceptáis|venden|ofrecen|debo|necesito)\s/,
  it: /^(?:c'è|ci sono|posso|si può|possiamo|avete|è|sono|accettate|vendete|offrite|devo|serve)\s/,
  pt: /^(?:há|posso|podemos|pode-se|tem|têm|é|são|está|aceitam|vendem|oferecem|preciso|devo)\s/,
  ru: /\sли(?:\s|[?？]|$)|^(?:есть|можно|нужно)\s/,
};

const whether =
  /^(?:so |and |but )?(?:is|are|do|does|did|can|could|may|will|would|should|has|have|was|were)\b|[吗嘛][？?]?$|能不能|可不可以|有没有|是否|是不是|会不会|要不要/;

/** True for a question of how to do something, which no single fact answers: "How do I see the costs?", “怎么看花了多少钱”. */
export const asksHowTo = (question: string): boolean => howTo.test(question);

const howTo =
  /\bhow (?:do|can|could|should|would) (?:i|we|you|one|people|visitors)\b|\bhow to\b|怎么(?!样|卖|算|收费|收|定价)|如何(?!收费|定价)|怎样才?能?(?!收费)|\bwie (?:kann|sehe|finde|ändere|senke) ich\b|\bcomment (?:puis-je|je|faire|voir|réduire)\b|\bc[óo]mo (?:puedo|veo|posso|vejo|reducir|reduzir)\b/i;
