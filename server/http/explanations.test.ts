import { describe, expect, test } from 'vitest';
import { withExplanations, withoutExplanations } from './explanations.ts';

describe('WIRE11: the code and parameters of a text of the service stand beside it', () => {
  test('in the reply itself, in its lists and in their elements', () => {
    const reply = {
      host: { ok: false, reason: 'The site refuses the connection' },
      problems: [
        { path: 'a.md', reason: 'Nested mappings are not allowed' },
        { path: 'b.md', line: 1, reason: 'the front matter is not closed' },
      ],
    };
    expect(withExplanations(reply)).toEqual({
      host: { ...reply.host, explanation: { code: 'site_refuses_connection', params: {} } },
      problems: [
        reply.problems[0],
        { ...reply.problems[1], explanation: { code: 'front_matter_open', params: {} } },
      ],
    });
  });

  test('an object without such text is returned unchanged', () => {
    const reply = { total: 3, items: [{ title: 'Article not found', message: 'Hello' }] };
    expect(withExplanations(reply)).toBe(reply);
    const told = { message: 'Cancelled', explanation: { code: 'own', params: {} } };
    expect(withExplanations(told)).toBe(told);
  });

  test('the texts within an explanation are left as they are', () => {
    const params = { reason: 'says nothing that stands in the article' };
    const told = { message: 'It could not be used', explanation: { code: 'model_unusable', params } };
    const reply = { results: [told] };
    expect(withExplanations(reply)).toBe(reply);
  });

  test('a caller that does not prefer explanations gets none', () => {
    const explanation = { code: 'cancelled', params: {} };
    const told = { error: 'Cancelled', explanation, results: [{ error: 'Cancelled', explanation }] };
    expect(withoutExplanations(told)).toEqual({ error: 'Cancelled', results: [{ error: 'Cancelled' }] });
    const plain = { results: [{ error: 'Cancelled' }] };
    expect(withoutExplanations(plain)).toBe(plain);
  });
});
