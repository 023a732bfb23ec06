import { guessLanguage } from '../../kit/language.ts';

/** The language of Docent's own words to whoever asked this: Chinese for Chinese, English for everything else. */
export const languageOf = (question: string): 'zh' | 'en' => (guessLanguage(question) === 'zh' ? 'zh' : 'en');
