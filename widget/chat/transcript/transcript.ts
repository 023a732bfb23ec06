import type { Settings } from '../../loader/settings.ts';
import { shownAnswer, type Conversation, type Turn } from '../conversation.ts';
import { pageUrl } from '../../answer/links.ts';
import { shownNumbers, withShownNumbers } from '../../answer/marks.ts';
import { answerText, authorNote } from '../../answer/notices.ts';
import type { Texts } from '../../texts/texts.ts';

export interface TranscriptContext {
  readonly text: Texts;
  readonly settings: Settings;
  /** Origin of the page, which is the site. */
  readonly site: string;
  /** Title and address of the page, and the day. */
  readonly title: string;
  readonly address: string;
  readonly date: string;
}

/** The conversation as a Markdown document: questions, answers and their sources. */
export function transcript(conversation: Conversation, context: TranscriptContext): string {
  const { title, address, date } = context;
  const head = `# ${oneLine(title)}\n\n<${address}> · ${date}`;
  return `${[head, ...conversation.map((turn) => turnText(turn, context))].join('\n\n')}\n`;
}

function turnText(turn: Turn, context: TranscriptContext): string {
  const { text, site } = context;
  const { question } = turn;
  const answer = shownAnswer(turn);
  const note = authorNote(answer, context);
  const { citations, result, nearest } = answer;
  const words = answerText(answer).trim();
  const sources = [...shownNumbers(words, citations.length)].flatMap(([n, shown]) => {
    const citation = citations[n - 1];
    return citation ? [`[${shown}] ${linkText(citation, site)}`] : [];
  });
  const articles = [...(result?.items ?? []), ...nearest].map((article) => `- ${linkText(article, site)}`);
  return [
    `## ${oneLine(question)}`,
    withShownNumbers(words, citations.length) || answer.complaint || answer.text.trim() || text('nothing'),
    ...(note ? [`> ${note}`] : []),
    ...(articles.length > 0 ? [articles.join('\n')] : []),
    // Two blanks end a line without ending the paragraph.
    ...(sources.length > 0 && !result
      ? [`${text('sources', { count: sources.length })}:  \n${sources.join('  \n')}`]
      : []),
  ].join('\n\n');
}

function linkText(
  article: { readonly title: string; readonly url: string; readonly anchor?: string | undefined },
  site: string,
) {
  const url = pageUrl({ url: article.url, ...(article.anchor && { anchor: article.anchor }) }, site);
  return url ? `${oneLine(article.title)} <${url}>` : oneLine(article.title);
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Offers the conversation as a download. */
export function downloadConversation(
  conversation: Conversation,
  { text, site, settings }: Pick<TranscriptContext, 'text' | 'site' | 'settings'>,
): void {
  const date = new Date().toISOString().slice(0, 10);
  const page = { title: document.title || location.host, address: location.href, date };
  download(`${text('fileName')}-${date}.md`, transcript(conversation, { text, site, settings, ...page }));
}

function download(name: string, text: string): void {
  const link = document.createElement('a');
  const url = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }));
  link.href = url;
  link.download = name;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
