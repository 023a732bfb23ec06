import { describe, expect, test } from 'vitest';
import { AgentRun } from './agent.ts';
import { ManyArticles, OneArticle } from './articles/names.ts';
import { ChatLogQuery } from './chat-logs.ts';
import { DebugChatRequest, EmbeddingTest, ModelTest } from './config/config.ts';
import { DatasetBody, RunBody } from './evaluations/evaluations.ts';
import { AutoExcerptBody } from './excerpts.ts';
import { ArticleListQuery } from './knowledge.ts';
import { mindmap } from './mindmap.ts';
import { Outline, WritingRequest } from './writing/writing.ts';

const problem = (
  schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } | undefined } },
  value: unknown,
) => schema.safeParse(value).error?.issues[0]?.message;

describe('articles in requests', () => {
  test('EX9: one article has a name', () => {
    expect(OneArticle.parse({ postName: ' p1 ' })).toEqual({ postName: 'p1' });
    for (const body of [{}, { postName: ' ' }, { postName: 4 }]) {
      expect(problem(OneArticle, body)).toBe('postName must be the name of an article');
    }
    expect(problem(OneArticle, [])).toBe('The body must be a JSON object');
  });

  test('EX9, MM9: several are named once each, and at least one', () => {
    expect(ManyArticles.parse({ postNames: ['a', ' b ', '', 'a'] })).toEqual({ postNames: ['a', 'b'] });
    expect(problem(ManyArticles, { postNames: [' '] })).toBe('postNames must name at least one article');
    expect(problem(ManyArticles, {})).toBe('postNames must be a list of article names');
    expect(problem(ManyArticles, { postNames: Array.from({ length: 1001 }, String) })).toMatch(/1000/);
  });

  test('EX6: a missing switch is off', () => {
    expect(AutoExcerptBody.parse({ postName: 'a' }).enabled).toBe(false);
    expect(problem(AutoExcerptBody, { postName: 'a', enabled: 1 })).toBe('enabled must be true or false');
  });

  test('KN9: without a size the whole list is meant', () => {
    expect(ArticleListQuery.parse({})).toEqual({
      page: 1,
      size: 0,
      sort: 'desc',
      status: 'all',
      keyword: '',
    });
    expect(ArticleListQuery.parse({ size: '50', status: 'failed', keyword: ' x ' })).toMatchObject({
      size: 50,
      keyword: 'x',
    });
  });

  test('MM10: an unknown scope is the default', () => {
    const { body } = mindmap.endpoints.startJob;
    expect(body.parse({})).toEqual({ scope: 'missing_stale' });
    expect(body.parse({ scope: 'everything' })).toEqual({ scope: 'missing_stale' });
    expect(body.parse({ scope: 'all' })).toEqual({ scope: 'all' });
  });
});

describe('writing', () => {
  test('WR1, WR2: the text stays as it is, a missing action is polish', () => {
    expect(WritingRequest.parse({ text: '  a\n', action: ' ' })).toEqual({
      text: '  a\n',
      action: 'polish',
      instruction: '',
      format: 'text',
      url: '',
      image: '',
    });
    expect(WritingRequest.parse({ text: 'a', action: ' translate-en ' }).action).toBe('translate-en');
    expect(problem(WritingRequest, { text: ' \n' })).toBe('text must not be blank');
    expect(problem(WritingRequest, {})).toBe('text must be a text');
    expect(problem(WritingRequest, { text: 'a', action: 'sing' })).toMatch(/^action must be one of polish/);
  });

  test('WR7: an outline nests', () => {
    const section = { heading: 'H', summary: '', children: [{ heading: 'H1', summary: 's' }] };
    expect(
      Outline.parse({ title: 'T', summary: '', sections: [section] }).sections[0]?.children,
    ).toHaveLength(1);
    expect(Outline.safeParse({ title: 'T', summary: '', sections: [] }).success).toBe(false);
  });
});

describe('evaluation', () => {
  test('EV1: missing parts of a case are empty', () => {
    expect(RunBody.parse({ cases: [{ question: 'q', expectedSources: null }] })).toMatchObject({
      name: '',
      datasetId: '',
      cases: [{ id: '', question: 'q', referenceAnswer: '', expectedSources: [], tags: [] }],
    });
  });

  test('EV2, EV4: sizes and ids are bounded, and the message names the place', () => {
    expect(problem(DatasetBody, { cases: [{}, { question: 7 }] })).toBe('cases.1.question must be a text');
    expect(problem(DatasetBody, { id: 'No Such' })).toMatch(/^id must/);
    expect(DatasetBody.parse({ id: '', name: 'n' }).id).toBeUndefined();
    expect(problem(RunBody, { cases: Array.from({ length: 501 }, () => ({})) })).toMatch(/500 cases/);
  });

  test('WIRE3: a dataset needs a name or cases, and a run needs cases', () => {
    expect(problem(DatasetBody, {})).toBe('A dataset needs a name or cases');
    expect(DatasetBody.parse({ name: 'n' }).cases).toEqual([]);
    expect(problem(RunBody, {})).toBe('cases must be given');
    expect(RunBody.parse({ cases: [] }).cases).toEqual([]);
  });
});

describe('other requests', () => {
  test('CL1, CL3: pages of chat logs count from 0 and hold at most 100', () => {
    expect(ChatLogQuery.parse({ page: '-2', size: '900', feedbackType: 'odd' })).toMatchObject({
      page: 0,
      size: 100,
      feedbackType: 'all',
      from: '',
    });
  });

  test('CL2: an unreadable bound is refused, so that no list shows more than was asked for', () => {
    expect(problem(ChatLogQuery, { from: 'never' })).toBe(
      'from must be an ISO-8601 instant like 2026-01-31T09:30:00Z',
    );
  });

  test('AG1: figures may be texts, are clamped, and have defaults', () => {
    expect(AgentRun.parse({})).toEqual({ days: 30, maxLogs: 80, maxTokens: 5000 });
    expect(AgentRun.parse({ days: '7', maxLogs: 5, maxTokens: 1e9 })).toEqual({
      days: 7,
      maxLogs: 10,
      maxTokens: 8000,
    });
  });

  test('DBG1: a debug question is not blank and not trimmed', () => {
    expect(DebugChatRequest.parse({ message: ' q ' })).toMatchObject({ message: ' q ', history: [] });
    expect(problem(DebugChatRequest, { message: '  ' })).toBe('message must not be blank');
    expect(problem(DebugChatRequest, {})).toBe('message must be a text');
  });

  test('CFG18: a blank model means the configured one', () => {
    expect(ModelTest.parse({})).toEqual({ model: '' });
    expect(EmbeddingTest.parse({ model: null, dimensions: 0 })).toEqual({ model: '', dimensions: undefined });
    expect(problem(ModelTest, { model: 3 })).toBe('model must be a text');
  });
});
