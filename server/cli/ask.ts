import process from 'node:process';
import { SettingError } from '../env.ts';
import { commandLine } from '../kit/shipped.ts';
import type { Command } from './command.ts';
import { openApp } from './open-app.ts';

export const ask: Command = {
  usage: '<question>',
  summary: 'answer one question from the index, with its sources',
  mostWords: Number.POSITIVE_INFINITY,
  async run(line) {
    const question = line.words.join(' ').trim();
    if (question === '')
      throw new SettingError(`ask: needs a question, such as ${commandLine('ask "When do you open?"')}`);
    await using app = await openApp(line);
    const signal = new AbortController().signal;
    let [said, sources] = ['', ''];
    for await (const event of app.answer({
      question,
      history: [],
      kind: 'chat',
      scenario: 'visitor_qa',
      signal,
    })) {
      if (event.event === 'token') {
        process.stdout.write(event.data.content);
        said += event.data.content;
      }
      if (event.event === 'citations')
        sources = event.data.map(({ title, url }, index) => `[${index + 1}] ${title} ${url}`).join('\n');
      if (event.event !== 'answer_state') continue;
      const { text = said } = event.data;
      if (text !== said) process.stdout.write(`\n\nWith the marks as a second look leaves them:\n${text}`);
      process.stdout.write(`\n\n(${event.data.answerState})\n${sources}\n`);
    }
    return 0;
  },
};
