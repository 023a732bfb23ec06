/** Removes the section number or label of a heading: "12.1.3. RAID or LVM?", “第 1 章 安装”, “二、价格”, "(11) How do I pay?", “问：怎么付款？”. */
export function withoutNumber(heading: string): string {
  const name = heading.replace(sectionNumber, '').trim();
  return /^[\p{L}“"'「《`]/u.test(name) ? name : heading.trim();
}

/** A single digit without a full stop may be part of the heading: "3 ways to pay". */
const sectionNumber =
  /^\s*(?:(?:chapter|section|part|appendix|lesson|step|kapitel|abschnitt|teil|anhang|chapitre|partie|annexe|cap[íi]tulo|secci[óo]n|parte|anexo|глава|часть|раздел)\s+(?:\d+(?:\.\d+)*|[A-Z]|[IVXLC]+)[.:]?(?=\s)|第\s?[\d一二三四五六七八九十百]+\s?[章节節部篇课課讲回][、.:：]?|[（(]?[一二三四五六七八九十]{1,3}[）)、.．]|[（(]\d{1,3}[）)]|(?:Q|question|faq|问|問)\s?\d{0,3}\s?[:：.、]|(?:[A-Z]\.)?\d+(?:\.\d+)+[.、]?(?=\s)|\d+[.、]|[A-Z](?:\.\d+)+\.?(?=\s)|§\s?\d+(?:\.\d+)*)[\s\u00a0]*/iu;

/** True when a heading is a question, with or without a question mark. */
export function asksItself(heading: string): boolean {
  const text = withoutNumber(heading);
  return /[?？]$/.test(text) || asksInChinese.test(text) || asksInEnglish.test(text);
}

/** Ends a heading with the question mark of its script. */
export const withQuestionMark = (heading: string): string =>
  /[?？]$/.test(heading) ? heading : `${heading}${asksInEnglish.test(heading) ? '?' : '？'}`;

/** Matches questions such as 怎么安装, 过期了怎么续, 可以下载视频吗 and 相机怎么选. */
const asksInChinese =
  /^(?:如何|怎么|怎样|为什么|什么是|哪些|是否)|\p{sc=Han}(?:怎么(?!样)|如何|怎样)\p{sc=Han}{1,6}$|\p{sc=Han}(?:哪些|哪个|哪里|是什么)\p{sc=Han}{0,6}$|(?:吗|怎么办|怎么样|多少钱?|多久)$/u;

/** Matches "How to connect", "What to bring" and "What is kept", but not "What the database holds". */
const asksInEnglish =
  /^(?:(?:how|what|where|when|who|which \w+) to\b|(?:how|why|what|which|when|where|who)(?: much| many| often| long)? (?:do|does|did|is|are|can|could|should|will)\b|(?:can|should|do|does|is|are) (?:i|you|we|it|there)\b)/i;
