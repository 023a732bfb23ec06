import type { QuotedPlace, TaskBlock } from '../../ports/models.ts';
import { filled } from '../../../contract/widget/filled.ts';
import { labelLanguage } from '../../text/script-language.ts';
import { textsOf } from './texts/texts.ts';

const mostSuggestions = 3;

/** Headings without content of their own. */
const empty =
  /^(?:introduction|overview|summary|conclusion|notes?|see also|references?|further reading|contents|table of contents|faq|example|examples|简介|介绍|概述|总结|小结|结语|前言|目录|注意|参考|参考资料|延伸阅读|相关文章|示例|例子)$/i;

/** Up to three questions from the headings nearest to a place in an article. */
export function nextQuestions(
  blocks: readonly TaskBlock[],
  place: Pick<QuotedPlace, 'headingPath'>,
  language: string,
  asked: string,
): string[] {
  const sections = [
    ...new Map(blocks.map(({ headingPath }) => [headingPath.join('\n'), headingPath])).values(),
  ];
  const at = sections.findIndex((path) => path.join('\n') === place.headingPath.join('\n'));
  const own = place.headingPath.at(-1);
  const headings = sections
    .map((path, position) => ({ heading: path.at(-1) ?? '', distance: Math.abs(position - at - 0.25) }))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ heading }) => heading)
    .filter((heading) => heading !== own && isTelling(heading) && !asked.includes(heading));
  return [...new Set(headings)].slice(0, mostSuggestions).map((heading) => questionOf(heading, language));
}

export const isTelling = (heading: string): boolean =>
  heading.length >= 2 && heading.length <= 60 && /\p{L}/u.test(heading) && !empty.test(heading.trim());

/**
 * Turns a heading into a question: unchanged when it asks already, otherwise worded in the heading's language or the
 * visitor's.
 */
export function questionOf(heading: string, language: string): string {
  const text = heading.trim();
  if (/[?？]$/.test(text)) return text;
  if (asksInEnglish.test(text)) return `${text}?`;
  if (asksInChinese.test(text)) return `${text}？`;
  return filled(textsOf(labelLanguage(text, language)).askAbout, { heading: text });
}

/** 怎么安装 and 过期了怎么续 ask, and 可以下载视频吗 does; 相机怎么选 too. */
const asksInChinese =
  /^(?:如何|怎么|怎样|为什么|什么是|哪些|是否)|\p{sc=Han}(?:怎么(?!样)|如何|怎样)\p{sc=Han}{1,6}$|\p{sc=Han}(?:哪些|哪个|哪里|是什么)\p{sc=Han}{0,6}$|(?:吗|怎么办|怎么样|多少钱?|多久)$/u;

/** "How to connect", "What to bring" and "What is kept" ask; "What the database holds" does not. */
const asksInEnglish =
  /^(?:(?:how|what|where|when|who|which \w+) to\b|(?:how|why|what|which|when|where|who)(?: much| many| often| long)? (?:do|does|did|is|are|can|could|should|will)\b|(?:can|should|do|does|is|are) (?:i|you|we|it|there)\b)/i;

/** True when a heading is already a question. */
export const asksItself = (heading: string): boolean =>
  /[?？]$/.test(heading.trim()) || asksInChinese.test(heading.trim()) || asksInEnglish.test(heading.trim());
