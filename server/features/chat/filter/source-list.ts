import { bare } from '../../../text/text.ts';

const headings = new Set(
  `sources source references reference citations footnotes citedsources citedarticles sourcesused 来源 來源 资料来源 資料來源
  参考 参考资料 参考来源 参考文献 参考文章 參考資料 參考來源 參考文獻 引用 引用来源 引用來源 出典 参照 출처 참고문헌 참고자료 quellen quelle
  quellenangaben références fuentes fuente referencias fontes fonte referências источники источник ссылки`.split(
    /\s+/,
  ),
);
/** Longer lines are text. */
const longestLine = 300;
const label = /^\s*(?:[-*+•]\s+|\d{1,2}[.)]\s+)?/;
const mark = /[[【［]\^?\d{1,2}[^[\]【】［］\n]{0,40}[\]】］]:?/g;
const address = /\]\([^()\s]*\)|\bhttps?:\/\/\S+|(?<=\s|^)\/\S+/g;

/**
 * Takes the list of sources off the end of an answer: clients show the sources themselves, and the numbers in such a list
 * are no marks of a statement. Held back are only lines that such a list may begin with or consist of.
 */
export function createSourceListFilter(articles: readonly { readonly title: string }[]) {
  const titles = articles.map(({ title }) => bare(title)).filter(Boolean);
  /** Lines that are shown when text follows them. */
  let held = '';
  /** True when a line that is held has a word. */
  let hasWords = false;
  let hasEntries = false;
  let hasHeading = false;
  let line = '';
  let isInside = false;

  const startsWithMark = (text: string): boolean => /^[[【［]\^?\d{1,2}\D/.test(text.replace(label, ''));
  const isEntry = (text: string): boolean => {
    const words = bare(text.replace(label, '').replace(address, ' ').replace(mark, ' '));
    if (words === '') return text.search(mark) >= 0;
    // Under a heading of sources a line that begins with a number is one, whatever it names.
    if (hasHeading && startsWithMark(text)) return true;
    return titles.some((title) => words === title || (title.length > 3 && words.startsWith(title)));
  };
  const mayBelong = (text: string): boolean => {
    if (text.length > longestLine) return false;
    if (hasWords) return true;
    const rest = text.replace(label, '');
    return /^(?:[[【［]|$)/.test(rest) || headings.keys().some((word) => word.startsWith(bare(text)));
  };
  const belongs = (text: string): boolean => {
    const isBlank = text.trim() === '';
    const isListed = isEntry(text) && (hasWords || startsWithMark(text));
    const isHeading = headings.has(bare(text));
    hasEntries ||= isListed;
    hasHeading ||= isHeading;
    return isBlank || isListed || isHeading;
  };
  const release = (): string => {
    const text = held;
    held = '';
    hasWords = hasEntries = hasHeading = false;
    return text;
  };

  return {
    push(piece: string): string {
      let shown = '';
      for (const part of piece.split(/(?<=\n)/)) {
        line += part;
        if (isInside || !mayBelong(line)) {
          shown += release() + line;
          isInside = !line.endsWith('\n');
          line = '';
        } else if (line.endsWith('\n')) {
          if (belongs(line)) {
            held += line;
            hasWords ||= line.trim() !== '';
          } else shown += release() + line;
          line = '';
        }
      }
      return shown;
    },
    end(): string {
      const isList = belongs(line) && hasEntries;
      const rest = isList ? '' : release() + line;
      held = line = '';
      return rest;
    },
  };
}
