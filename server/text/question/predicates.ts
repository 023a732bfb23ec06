/** True for a question how to do something, which a single fact cannot answer: "How do I see the costs?", “怎么看花了多少钱”. */
export const asksHowTo = (question: string): boolean => howTo.test(question);

const howTo =
  /\bhow (?:do|can|could|should|would) (?:i|we|you|one|people|visitors)\b|\bhow to\b|怎么(?!样|卖|算|收费|收|定价)|如何(?!收费|定价)|怎样才?能?(?!收费)|\bwie (?:kann|sehe|finde|ändere|senke) ich\b|\bcomment (?:puis-je|je|faire|voir|réduire)\b|\bc[óo]mo (?:puedo|veo|posso|vejo|reducir|reduzir)\b/i;
