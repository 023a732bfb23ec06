import { describe, expect, test } from 'vitest';
import { cellOf, explained, inEnglish, inField, wordsInCell } from './explained.ts';
import { Fault, invalid, notFound } from './fault.ts';
import { createTrace } from './trace.ts';

describe('WIRE11: a text is made from its code and parameters', () => {
  test('its words stand in the table alone; numbers become texts', () => {
    expect(explained('tokens_full', { count: 3 })).toEqual({
      text: 'There may be at most 3 tokens; delete one first',
      explanation: { code: 'tokens_full', params: { count: '3' } },
    });
    expect(explained('cancelled').text).toBe('Cancelled');
  });

  test('a parameter is not read as a place for another one', () => {
    expect(explained('page_redirected', { host: '{reason} $& {host}' }).text).toBe(
      'The page is redirected to another site ({reason} $& {host})',
    );
  });

  test('a reason with a code becomes a cause, and so does the reason of that one', () => {
    const refused = explained('network_refused', { detail: 'connect' });
    const model = explained('model_failed', { model: 'm', reason: refused });
    expect(explained('in_a_row', { count: 3, reason: model })).toEqual({
      text: 'Stopped after 3 failures in a row: Model "m": the address refuses the connection (ECONNREFUSED: connect)',
      explanation: {
        code: 'in_a_row',
        params: {
          count: '3',
          reason: 'Model "m": the address refuses the connection (ECONNREFUSED: connect)',
        },
        causes: [
          {
            code: 'model_failed',
            params: { model: 'm', reason: 'the address refuses the connection (ECONNREFUSED: connect)' },
          },
          { code: 'network_refused', params: { detail: 'connect' } },
        ],
      },
    });
  });

  test('foreign words as a reason have no cause', () => {
    expect(explained('site_away_for', { reason: 'Bad luck' }).explanation).toEqual({
      code: 'site_away_for',
      params: { reason: 'Bad luck' },
    });
  });

  test('a Fault keeps it beside the message; one with foreign words has none', () => {
    const fault = invalid(explained('picture_blank'));
    expect([fault.message, fault.words]).toEqual(['The picture shows nothing', explained('picture_blank')]);
    expect(new Fault('upstream', 'Bad luck').words).toBe('Bad luck');
    expect(notFound('Pet').explanation).toEqual({ code: 'not_found', params: { subject: 'Pet' } });
  });

  test('WIRE11: a cell of a record keeps the code with a reason that reads like a text of the service', () => {
    const words = explained('model_failed', { model: 'm', reason: 'Cancelled' });
    expect(wordsInCell(cellOf(words))).toEqual(words);
    expect(wordsInCell(words.text)).not.toEqual(words);
    for (const foreign of ['Bad luck', '', '{"text": broken', '{"text":"a"}'])
      expect(wordsInCell(cellOf(foreign))).toBe(foreign);
  });

  test('WIRE11: text that an earlier version has stored is found again by its words', () => {
    expect(wordsInCell('Cancelled')).toEqual(explained('cancelled'));
    expect(wordsInCell('Bad luck')).toBe('Bad luck');
  });

  test('as a field of a reply it has its explanation beside it', () => {
    const words = explained('stopped');
    expect(inField('error', words)).toEqual({ error: words.text, explanation: words.explanation });
    expect(inField('error', 'Bad luck')).toEqual({ error: inEnglish('Bad luck') });
  });

  test('a stage of a trace has it beside its detail, and that of the Fault it ended with', async () => {
    const trace = createTrace(() => 0);
    trace.add('rerank', 'Reranking', { detail: explained('trace_off') });
    const fails = async () => {
      throw invalid(explained('model_withheld'));
    };
    await expect(trace.run('generate', 'Answer', fails, () => ({}))).rejects.toThrow('withheld');
    expect(trace.stages).toMatchObject([
      { detail: 'Off', explanation: { code: 'trace_off', params: {} } },
      { status: 'error', explanation: { code: 'model_withheld', params: {} } },
    ]);
  });
});
