import { languageName, type Language } from '../../text/language.ts';
import { asData, dataRule } from '../../model-calls/fence.ts';
import type { Message } from '../../ports/models.ts';

/** Input of the prompt for an excerpt. */
export interface Request {
  readonly title: string;
  readonly text: string;
  readonly language: Language;
  /** Maximum of characters. */
  readonly maxLength: number;
  /** The administrator's instructions; `''` for the built-in ones. */
  readonly own: string;
  /** Complaint about the previous reply; `''` at first. */
  readonly complaint: string;
}

/** Messages that ask for an article's excerpt. */
export function excerptPrompt({ title, text, language, maxLength, own, complaint }: Request): Message[] {
  const article = `${asData('title', title)}\n${asData('article', text)}`;
  const system =
    'You are an editor of a website. Task: write the excerpt that is shown below the title of an article in lists and ' +
    'previews. Input: title and text of the article, between tags. Rules: give the most important points of the ' +
    `article in plain, whole sentences. Write in ${inLanguage(language)}. Use at most ${maxLength} characters. Say only what the ` +
    `article says, with its own names and numbers. ${dataRule} Output: the excerpt only, without preface, title, ` +
    'quotation marks, Markdown or links.';
  const stricter =
    complaint === ''
      ? ''
      : ` An earlier reply could not be used because it ${complaint}. Follow these rules strictly: ` +
        `${inLanguage(language)}, at most ${maxLength} characters, one or two short sentences in the words of the article, nothing else.`;
  if (own.trim() === '') {
    return [
      { role: 'system', content: system + stricter },
      { role: 'user', content: article },
    ];
  }
  const filled = own.replaceAll('{maxLength}', String(maxLength)).replaceAll('{content}', () => article);
  return [
    { role: 'system', content: (own.includes('{content}') ? '' : filled) + stricter || dataRule },
    { role: 'user', content: own.includes('{content}') ? filled : article },
  ];
}

function inLanguage(language: Language): string {
  if (language === 'zh') return 'Chinese, in the same characters (simplified or traditional) as the article';
  return language === 'other' ? 'the language of the article' : languageName(language);
}
