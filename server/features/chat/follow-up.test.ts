import { describe, expect, test } from 'vitest';
import type { EvidenceLevel } from '../knowledge/knowledge.ts';
import { noEvidence } from '../knowledge/passage.ts';
import { createTrace } from '../../kit/trace.ts';
import { standaloneQuestion } from './follow-up.ts';

const said = (role: 'user' | 'assistant', content: string) => ({ role, content });

/** The wording that is searched in the end, when each one reaches the given level. */
async function searched(question: string, last: string, levels: (wording: string) => EvidenceLevel) {
  const retrieve = async (query: string) => {
    const level = levels(query);
    const score = { answers: 0.6, close: 0.3, not_covered: 0 }[level];
    return { passages: [], query, evidence: { ...noEvidence('test'), level, score } };
  };
  const history = [said('user', last), said('assistant', 'An answer.')];
  return (
    await standaloneQuestion(
      retrieve,
      { question, history },
      createTrace(() => 0),
    )
  ).question;
}

describe('follow-ups', () => {
  test.each([
    ['And the workshop?', 'When do you close on Friday?', 'And the workshop? When close friday'],
    ['恢复呢', '怎么备份', '恢复呢 备份'],
    ['那内存呢？', 'nas 硬盘多少钱', '那内存呢？ 多少钱 nas 硬盘 多少钱'],
    [
      'et sans mot de passe ?',
      'Comment me connecter à un serveur ?',
      'et sans mot de passe ? comment connecter à un serveur',
    ],
    ['How long?', 'When do you close on Friday?', 'How long? close friday'],
  ])(
    'ANS3: %s takes the terms of the last question with it where these find more',
    async (question, last, wanted) => {
      const more = (wording: string): EvidenceLevel => (wording === question ? 'close' : 'answers');
      expect(await searched(question, last, more)).toBe(wanted);
    },
  );

  test.each(['And the workshop?', '恢复呢', 'Parking?', 'Which bikes do you sell?', '你们几点开门呢'])(
    'ANS3: %s stands for itself where they find no more',
    async (question) => {
      expect(await searched(question, 'When do you close?', () => 'answers')).toBe(question);
    },
  );

  test('ANS3: a few words about another subject do not take the last question with them', async () => {
    const weak = (query: string): EvidenceLevel => (query.includes('friday') ? 'close' : 'not_covered');
    const last = 'When do you close on Friday?';
    expect(await searched('What is the capital of France?', last, weak)).toBe(
      'What is the capital of France?',
    );
    expect(await searched('And France?', last, weak)).not.toBe('And France?');
  });
});
