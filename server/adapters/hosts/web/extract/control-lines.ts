import { textOf, type DomElement } from './dom.ts';

/** Elements that may hold a line of controls alone. */
export const lines = 'p, div, span, h2, h3, h4, h5, h6, a, li, td, section, summary';

const longest = 60;
/** Lines of controls around a text on sites with generated class names: votes, editing, sharing, printing, reading time. */
const phrases: readonly string[] = [
  '(?:was|is) this (?:page|article|section|guide|answer|content|information) (?:helpful|useful)\\W*(?:(?:yes|no)\\W*)*',
  'did this (?:page|article) help(?: you)?\\W*(?:(?:yes|no)\\W*)*',
  '(?:edit|improve|suggest (?:an )?edits? (?:to|on|for)?) ?(?:this page)(?: on (?:github|gitlab|bitbucket))?',
  '(?:about )?\\d{1,3}[ -]?min(?:ute)?s?(?: of)? read(?:ing)?(?: time)?|reading time:? \\d{1,3} min(?:ute)?s?',
  '(?:back|return) to (?:the )?top|skip to (?:main )?content|print (?:this )?(?:page|article)|copy (?:page|link)',
  '(?:this page (?:was )?)?last (?:updated|modified|edited)(?: on| at)?:? [\\w ,./:-]{4,30}|table of contents|(?:on|in) this (?:page|article)',
  '(?:这篇文章|本文|本页|此页|该内容|这个页面)?(?:对您|对你)?(?:是否)?有(?:所)?帮助(?:吗)?[？?]?(?:是|否|\\s)*',
  '[【\\[]?(?:打印本页|打印|关闭窗口|关闭|返回顶部|编辑此页|在 github 上编辑此页|扫一扫在手机打开当前页)[】\\]]?(?:\\s*[【\\[](?:打印本页|打印|关闭窗口|关闭)[】\\]])*',
  '阅读时间[:：]?.{0,6}分钟|(?:本文字数|字数统计|阅读时长|浏览次数|阅读次数|点击数)[:：]\\s*[\\d.]*\\s*(?:k|字|次|分钟)?',
];
const controlLine = new RegExp(`^[\\s►▶▸▾▼»•☰#-]*(?:${phrases.join('|')})$`, 'i');

/** True for an element whose whole text is a control of the page, such as "Was this page helpful?". */
export const isControlLine = (element: DomElement): boolean => {
  // There are many boxes around text, and reading each would take too long.
  if (element.querySelector('p, table, ul, ol, pre, article, section') !== null) return false;
  const text = textOf(element);
  return text !== '' && text.length <= longest && controlLine.test(text);
};
