import { asData, dataRule } from '../../model-calls/fence.ts';
import type { Message } from '../../ports/models.ts';

/** Asks for the map of an article whose headings end with `{#fragment}`. */
export function mindMapPrompt(article: {
  readonly title: string;
  readonly text: string;
  readonly maxDepth: number;
  readonly wishes: string;
}): Message[] {
  const { title, text, maxDepth, wishes } = article;
  const marks = ['#', '##', '###', '####'].slice(0, maxDepth).join(', ');
  const system = [
    'You are an editor of a website. Input: title and text of an article, between tags.',
    'Task: draw the mind map of the article, so that a reader sees at a glance what it says and in which section.',
    'Output: a Markdown outline and nothing else. Rules:',
    `- Headings only, one node a line, ${maxDepth} levels at most (${marks}). The single # is the title; below it three to eight branches, and up to eight nodes under each.`,
    '- A node is a short phrase in the language of the article, not a sentence.',
    '- Headings of the article end in their fragment, as in "## Setup {#setup}". A node that stands for such a section is a link to it: "## [Setup](#setup)". Use only fragments that are there; nodes without a section of their own are plain text.',
    '- Use only what the article says. Give each part its weight, also parts of which only the headings are shown.',
    '- No other links, no pictures, no HTML, no code fence, no words before or after the outline.',
    dataRule,
    ...(wishes === '' ? [] : [`Further instructions of the editors: ${wishes}`]),
  ].join('\n');
  return [
    { role: 'system', content: system },
    { role: 'user', content: `${asData('title', title)}\n${asData('article', text)}` },
  ];
}
