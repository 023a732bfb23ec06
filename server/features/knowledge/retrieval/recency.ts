import { foldText } from '../../../text/text.ts';

/** Words of a question about what is new, in the languages of the widget. */
const asksForNew = [
  /(最新|最近|近期|新功能|新特性|新版|更新了什么|有什么更新|有哪些更新|刚刚|近日)/u,
  /\b(newest|latest|recent|recently|lately|what'?s new|what is new|new features?|release notes|changelog)\b/u,
  /(最新|最近の|新機能|최신|최근|새로운 기능)/u,
  /\b(neueste[nrs]?|neuigkeiten|aktuellste[nrs]?|dernier(e|s|es)?|nouveautes?|nouveautés?|ultim[oa]s?|últim[oa]s?|novedades|novidades)\b/u,
  /(новост|последн|что нового)/u,
];

/** True for a question whose answer depends on which article is the newest. */
export const isAboutNew = (question: string): boolean => {
  const folded = foldText(question);
  return asksForNew.some((pattern) => pattern.test(folded));
};

/** Score bonus of the newest article; the oldest gets none. */
const NEWEST_GAIN = 0.3;

/**
 * The items with newer ones lifted: each gains by its place among the dates of the list, so that the measure does
 * not depend on how often the site publishes. Items without a date gain nothing. Best first.
 */
export function newerFirst<T extends { readonly score: number }>(
  items: readonly T[],
  dateOf: (item: T) => string,
): T[] {
  const dates = [...new Set(items.map(dateOf).filter((date) => date !== ''))].toSorted();
  const gain = (item: T) =>
    dates.length < 2 ? 0 : (NEWEST_GAIN * Math.max(0, dates.indexOf(dateOf(item)))) / (dates.length - 1);
  return items
    .map((item) => ({ ...item, score: item.score * (1 + gain(item)) }))
    .toSorted((a, b) => b.score - a.score);
}
