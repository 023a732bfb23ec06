/** Question words in Chinese and English, in pairs of the same meaning; they show in either language which kind of fact is asked for (ANS12). */
const pairs: readonly (readonly [chinese: RegExp, english: RegExp, inChinese: string, inEnglish: string])[] =
  [
    [
      /多少钱|什么价|贵不贵/u,
      /\bhow much (?:does|do|did|is|are|would|will)\b/,
      '多少钱',
      'how much does cost',
    ],
    [/多久|多长时间|几天|几年|几个(?:月|小时|星期)/u, /\bhow long\b/, '多久', 'how long'],
    [/什么时候|何时|哪[一]?[天年月]|几[号月]/u, /\bwhen\b|\bwhat (?:day|date|year)\b/, '什么时候', 'when'],
    [/几点/u, /\bwhat time\b/, '几点', 'what time'],
    [/多少|几[个位名间台本门节种次]/u, /\bhow (?:many|much|often)\b/, '多少', 'how many'],
    [/哪里|哪儿|何处|什么地方/u, /\bwhere\b/, '哪里', 'where'],
    [/为什么|为何|为啥/u, /\bwhy\b/, '为什么', 'why'],
    [/怎么|怎样|如何|咋/u, /\bhow (?:do|does|can|to|should|could)\b/, '怎么', 'how to'],
    [/谁/u, /\bwho(?:m|se)?\b/, '谁', 'who'],
  ];

/** The question words of a folded question, translated, and the rest of the question; no words when it has none. */
export function questionWords(
  folded: string,
  to: 'en' | 'zh',
): { readonly words: string; readonly rest: string } {
  for (const [chinese, english, inChinese, inEnglish] of pairs) {
    const pattern = to === 'en' ? chinese : english;
    if (pattern.test(folded))
      return { words: to === 'en' ? inEnglish : inChinese, rest: folded.replace(pattern, ' ') };
  }
  return { words: '', rest: folded };
}
