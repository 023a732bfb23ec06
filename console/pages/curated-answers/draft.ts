import type { ChatLog } from '../../../contract/chat-logs.ts';
import { CuratedFields, type CuratedAnswer } from '../../../contract/curated-answers/entry-fields.ts';
import { problemText } from '../../ui/problem-text.ts';

/** A curated answer as it is edited: lists are lines of a text. */
export interface Draft {
  questions: string;
  answer: string;
  /** Each line an address, a blank and a title. */
  sources: string;
  language: string;
  from: string | null;
  until: string | null;
  pages: string;
  enabled: boolean;
}

export const emptyDraft = (): Draft => ({
  questions: '',
  answer: '',
  sources: '',
  language: '',
  from: null,
  until: null,
  pages: '',
  enabled: true,
});

export const draftOf = (answer: CuratedAnswer): Draft => ({
  questions: answer.questions.join('\n'),
  answer: answer.answer,
  sources: answer.sources.map(lineOf).join('\n'),
  language: answer.language,
  from: answer.from || null,
  until: answer.until || null,
  pages: answer.pages.join('\n'),
  enabled: answer.enabled,
});

/** A draft from a logged question: its answer without marks, to be corrected, and its sources. */
export const draftFromLog = ({ question, answer, citations }: ChatLog): Draft => ({
  ...emptyDraft(),
  questions: question.replace(/\s+/g, ' ').trim(),
  answer: answer.replace(/\s?\[\d{1,2}\]/g, ''),
  sources: citations
    .filter(({ url }) => url !== '')
    .map(lineOf)
    .join('\n'),
});

const lineOf = ({ url, title }: { readonly url: string; readonly title: string }) => `${url} ${title}`;

/** Labels of the fields of an answer. */
export const answerNames = (
  t: Readonly<
    Record<'questions' | 'answer' | 'sources' | 'language' | 'from' | 'until' | 'pages' | 'on', string>
  >,
): Readonly<Record<string, string>> => ({
  questions: t.questions,
  answer: t.answer,
  sources: t.sources,
  language: t.language,
  from: t.from,
  until: t.until,
  pages: t.pages,
  enabled: t.on,
});

/** The body of a save. */
export const bodyOf = ({ questions, answer, sources, language, from, until, pages, enabled }: Draft) => ({
  questions: linesOf(questions),
  answer,
  sources: linesOf(sources).map((line) => {
    const url = line.split(/\s/, 1)[0] ?? '';
    return { url, title: line.slice(url.length).trim() || url };
  }),
  language,
  from: from ?? '',
  until: until ?? '',
  pages: linesOf(pages),
  enabled,
});

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Why the draft cannot be saved, by field; an empty field that was not touched complains only by its absence. */
export function problemsOf(draft: Draft): Readonly<Record<string, string>> {
  const issues = CuratedFields.safeParse(bodyOf(draft)).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map((issue) => [String(issue.path[0]), problemText(issue)]));
}
