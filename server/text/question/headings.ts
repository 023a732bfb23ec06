/** True when a heading is already a question, with or without its sign. */
export function asksItself(heading: string): boolean {
  const text = heading.trim();
  return /[?？]$/.test(text) || asksInChinese.test(text) || asksInEnglish.test(text);
}

/** A heading that asks, with the sign of a question in its script at the end. */
export const withQuestionMark = (heading: string): string =>
  /[?？]$/.test(heading) ? heading : `${heading}${asksInEnglish.test(heading) ? '?' : '？'}`;

/** 怎么安装 and 过期了怎么续 ask, and 可以下载视频吗 does; 相机怎么选 too. */
const asksInChinese =
  /^(?:如何|怎么|怎样|为什么|什么是|哪些|是否)|\p{sc=Han}(?:怎么(?!样)|如何|怎样)\p{sc=Han}{1,6}$|\p{sc=Han}(?:哪些|哪个|哪里|是什么)\p{sc=Han}{0,6}$|(?:吗|怎么办|怎么样|多少钱?|多久)$/u;

/** "How to connect", "What to bring" and "What is kept" ask; "What the database holds" does not. */
const asksInEnglish =
  /^(?:(?:how|what|where|when|who|which \w+) to\b|(?:how|why|what|which|when|where|who)(?: much| many| often| long)? (?:do|does|did|is|are|can|could|should|will)\b|(?:can|should|do|does|is|are) (?:i|you|we|it|there)\b)/i;
