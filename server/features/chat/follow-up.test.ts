import { describe, expect, test } from 'vitest';
import type { EvidenceLevel } from '../knowledge/knowledge.ts';
import { noEvidence } from '../knowledge/passage.ts';
import { createTrace } from '../../kit/trace.ts';
import { standaloneQuestion } from './follow-up.ts';

const said = (role: 'user' | 'assistant', content: string) => ({ role, content });

/** The wording that is searched in the end, when each one reaches the given level. */
async function searched(
  question: string,
  last: string,
  levels: (wording: string) => EvidenceLevel,
  language = 'en',
) {
  const retrieve = async (query: string) => {
    const level = levels(query);
    const score = { answers: 0.6, close: 0.3, not_covered: 0 }[level];
    return { passages: [], query, evidence: { ...noEvidence('test'), level, score } };
  };
  const history = [said('user', last), said('assistant', 'An answer.')];
  return (
    await standaloneQuestion(
      retrieve,
      { question, history, language },
      createTrace(() => 0),
    )
  ).question;
}

describe('follow-ups', () => {
  test.each([
    ['And the workshop?', 'When do you close on Friday?', 'And the workshop? When close friday'],
    ['恢复呢', '怎么备份', '恢复呢 备份'],
    ['那内存呢？', 'nas 硬盘多少钱', '那内存呢？ 多少钱 nas 硬盘 多少钱'],
  ])('ANS3: %s goes on with the last question, whatever it finds alone', async (question, last, wanted) => {
    expect(await searched(question, last, () => 'answers')).toBe(wanted);
  });

  test.each([
    ['et sans mot de passe ?', 'fr', 'Comment me connecter à un serveur ?'],
    ['und nach der Schweiz?', 'de', 'Was kostet der Versand nach Österreich?'],
  ])('ANS3: %s in %s does so, too: its function words do not count', async (question, language, last) => {
    expect(await searched(question, last, () => 'answers', language)).not.toBe(question);
  });

  test.each(['你们几点开门呢', '费用是多少呢？'])(
    'ANS3: %s names what it asks by itself',
    async (question) => {
      expect(await searched(question, '怎么停车', () => 'answers')).toBe(question);
    },
  );

  test.each(['Parking?', 'And how do I cancel a booking?', 'Which bikes do you sell?'])(
    'ANS3: %s stands for itself where it is answered',
    async (question) => {
      expect(await searched(question, 'When do you close?', () => 'answers')).toBe(question);
    },
  );

  test.each([
    ['What does it cost?', 'The plugin needs no second sign-in.', 'What does it cost?'],
    ['What does it cost?', 'The plugin is 20 € a year.', 'What does it cost? connect wordpress'],
    ['How long does it take?', 'It signs in by a token.', 'How long does it take?'],
    ['How do I remove it?', 'The plugin needs no second sign-in.', 'How do I remove it? connect wordpress'],
  ])('ANS3: %s is asked of the article quoted last where that says “%s”', async (question, text, wanted) => {
    const own = { articleId: 'wp', url: '/wordpress', title: 'WordPress', headingPath: [], text };
    const other = {
      ...own,
      articleId: 'price',
      url: '/price',
      title: 'Prices',
      text: 'It costs 5 €, for two days. Remove it.',
    };
    const retrieve = async (query: string) => ({
      passages: [query.includes('wordpress') ? own : other],
      query,
      evidence: { ...noEvidence('test'), level: 'answers' as const, score: 0.6 },
    });
    const history = [
      said('user', 'How do I connect WordPress?'),
      said('assistant', 'From [WordPress](/wordpress)[1]:\n\nInstall the plugin.'),
    ];
    const trace = createTrace(() => 0);
    const found = await standaloneQuestion(retrieve as never, { question, history, language: 'en' }, trace);
    expect(found.question).toBe(wanted);
  });

  test('ANS3: a few words about another subject do not take the last question with them', async () => {
    const weak = (query: string): EvidenceLevel => (query.includes('friday') ? 'close' : 'not_covered');
    const last = 'When do you close on Friday?';
    expect(await searched('What is the capital of France?', last, weak)).toBe(
      'What is the capital of France?',
    );
    expect(await searched('How long?', last, weak)).not.toBe('How long?');
    expect(await searched('And France?', last, weak)).not.toBe('And France?');
  });

  test('ANS3: the last question counts only where it helps', async () => {
    expect(await searched('And lunch?', 'When do you close?', () => 'not_covered')).toBe('And lunch?');
  });
});
