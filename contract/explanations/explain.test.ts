import { describe, expect, test } from 'vitest';
import { inChinese } from './chinese/in-chinese.ts';
import { Explanation, explain } from './explain.ts';
import { foundTexts } from './texts.ts';

describe('a text of the service has a code and parameters', () => {
  test('its parameters are the parts that change, and the reason within it is explained, too', () => {
    expect(explain('The site cannot be reached: The site answers 503 for robots.txt')).toEqual({
      code: 'site_away_for',
      params: { reason: 'The site answers 503 for robots.txt' },
      causes: [{ code: 'site_status_robots', params: { status: '503' } }],
    });
    expect(explain('Model "main-chat": HTTP 401: Incorrect API key')).toEqual({
      code: 'model_status',
      params: { model: 'main-chat', status: '401', reason: 'Incorrect API key' },
    });
    const told = explain(
      'Stopped after 3 failures in a row: Model "m": the address refuses the connection (ECONNREFUSED: connect)',
    );
    expect(told?.causes?.map(({ code }) => code)).toEqual(['model_failed', 'network_refused']);
  });

  test('the particular text comes before the general one', () => {
    expect(explain('The page is redirected to another site')?.code).toBe('page_redirected_away');
    expect(explain('The page is redirected to another site (b.example)')?.code).toBe('page_redirected');
    expect(explain('Chat log not found')).toEqual({ code: 'not_found', params: { subject: 'Chat log' } });
  });

  test('words of others have none', () => {
    expect([explain(''), explain('Nested mappings are not allowed'), explain('x'.repeat(5_000))]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('in Chinese a field keeps its name, and what is counted or missing has a Chinese one', () => {
    const refused = { code: 'value_refused', params: { field: 'questions', reason: '必须填写' } };
    expect(inChinese(refused, '')).toBe('questions 不符合要求：必须填写');
    expect(inChinese({ code: 'not_found', params: { subject: 'Chat log' } }, '')).toContain('问答日志');
  });

  test('every text finds its own code again', () => {
    for (const [code, text] of Object.entries(foundTexts)) {
      const said = text.replace(/\{(\w+)\}/g, '7');
      expect([said, explain(said)?.code]).toEqual([said, code]);
    }
  });

  test('it passes its own schema', () => {
    const told = explain('The site cannot be reached: The site refuses the connection');
    expect(Explanation.parse(told)).toEqual(told);
  });
});
