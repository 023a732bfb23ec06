import type { HistoryItem } from '../../../../contract/chat/chat.ts';
import { asData, dataRule } from '../../../model-calls/fence.ts';
import type { Message } from '../../../ports/models.ts';

/** Asks for the question in words that search well. */
export function rewritePrompt(own: string, question: string, history: readonly HistoryItem[]): Message[] {
  const system =
    own ||
    'You prepare questions for a search over the articles of one website. Input: the question, after the conversation if there is one, between tags. Task: rewrite the question as one short query ' +
      'that can be understood without the conversation. Rules: replace words such as "it" or "that" by what they mean in the ' +
      'conversation, keep names, numbers and technical words, keep the language of the question. ' +
      `${dataRule} Output: the query only.`;
  const turns = history.map((item) => `${item.role}: ${item.content.slice(0, 500)}`).join('\n');
  const conversation = turns === '' ? '' : `${asData('conversation', turns)}\n`;
  return [
    { role: 'system', content: system },
    { role: 'user', content: `${conversation}${asData('question', question)}` },
  ];
}

/** Asks for a hypothetical passage that answers the question (HyDE). */
export function hypotheticalPrompt(own: string, question: string): Message[] {
  const system =
    own ||
    'You prepare questions for a search over the articles of one website. Input: the question, between tags. Task: write one ' +
      'short paragraph that could be part of an article answering the question. Rules: use the language of the question; the ' +
      `paragraph is used for searching only and need not be true. ${dataRule} Output: the paragraph only, without any preface.`;
  return [
    { role: 'system', content: system },
    { role: 'user', content: asData('question', question) },
  ];
}

/** Asks for a translation and nothing else. */
export const translatePrompt = (question: string, language: string): Message[] => [
  {
    role: 'system',
    content: `You translate questions for a search. Input: the question, between tags. Task: translate it into ${language}. ${dataRule} Output: the translation only.`,
  },
  { role: 'user', content: asData('question', question) },
];

/** Asks for the keywords of a passage on one line. */
export const keywordPrompt = (title: string, text: string, count: number): Message[] => [
  {
    role: 'system',
    content:
      'You index the articles of a website. Input: the title of an article and a passage of it, between tags. ' +
      `Task: name at most ${count} keywords by which a reader would search for the passage. ` +
      `Rules: use the language of the passage. ${dataRule} Output: the keywords on one line, separated by commas, and nothing else.`,
  },
  { role: 'user', content: `${asData('title', title)}\n${asData('passage', text)}` },
];
