import type { QuotedPlace, TaskBlock } from '../../ports/models.ts';
import { filled } from '../../../contract/widget/filled.ts';
import { asksItself, withQuestionMark, withoutNumber } from '../../text/question/headings.ts';
import { guessLanguage } from '../../text/language.ts';
import { relatives } from './language.ts';
import { allTexts, textsOf } from './texts/texts.ts';

const mostSuggestions = 3;

/** Headings without content of their own. */
const empty =
  /^(?:introduction|overview|summary|conclusion|notes?|see also|references?|further reading|contents|table of contents|faq|example|examples|简介|介绍|概述|总结|小结|结语|前言|目录|注意|参考|参考资料|延伸阅读|相关文章|示例|例子)$/i;

/**
 * Up to three questions to ask next: the headings nearest to a place in an article that ask themselves, where the article is in the
 * visitor's language. Often there are none, since a heading put into a mould is no question that anybody asks.
 */
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
  const sample = blocks.map(({ markdown }) => markdown).join('\n');
  if (!relatives(guessLanguage(sample), language)) return [];
  const headings = sections
    .map((path, position) => ({
      heading: path.at(-1) ?? '',
      distance: 2 * Math.abs(position - at) - (position > at ? 1 : 0),
    }))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ heading }) => heading)
    .filter((heading) => heading !== own && isTelling(heading) && asksWhole(heading))
    .map((heading) => withQuestionMark(withoutNumber(heading)))
    .filter((question) => !asked.includes(question.slice(0, -1)));
  return [...new Set(headings)].slice(0, mostSuggestions);
}

/** A heading that asks; “Which ports: PORT” is no sentence. */
const asksWhole = (heading: string): boolean => asksItself(heading) && !/[:：]/.test(withoutNumber(heading));

export const isTelling = (heading: string): boolean =>
  heading.length >= 2 && heading.length <= 60 && /\p{L}/u.test(heading) && !empty.test(heading.trim());

/** Turns a heading into a question, without the number of its section: unchanged when it asks already, otherwise in the visitor's language. */
export function questionOf(heading: string, language: string): string {
  const text = withoutNumber(heading);
  if (asksItself(text)) return withQuestionMark(text);
  return filled(textsOf(language).askAbout, { heading: text });
}

/**
 * The heading that a question by `questionOf` names, `undefined` for other questions. It is searched alone: a heading may be in
 * another language than the words around it, and these say nothing about the section.
 */
export function headingAsked(question: string): string | undefined {
  const asked = question.trim();
  const words = frames.find(([before, after]) => asked.startsWith(before) && asked.endsWith(after));
  if (words === undefined) return undefined;
  const [before, after] = words;
  const heading = asked.slice(before.length, asked.length - after.length).trim();
  return isTelling(heading) ? heading : undefined;
}

/** The words before and after the heading, in every language. */
const frames = allTexts.map(({ askAbout }) => {
  const [before = '', after = ''] = askAbout.split('{heading}');
  return [before, after] as const;
});
