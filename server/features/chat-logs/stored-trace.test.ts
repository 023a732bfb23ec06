import { describe, expect, it } from 'vitest';
import { chatLogLimits } from '../../../contract/chat-logs.ts';
import type { TraceStage } from '../../../contract/events.ts';
import { packTrace, traceText, unpackTrace } from './stored-trace.ts';

const stage = (given: Partial<TraceStage> = {}): TraceStage => ({
  name: 'hybrid_retrieve',
  label: 'Retrieve',
  startedAt: 1,
  finishedAt: 5,
  durationMs: 4,
  status: 'ok',
  statusLabel: 'done',
  detail: 'found',
  data: null,
  ...given,
});
const same = (text: string) => text;
const mask = (text: string) => text.replaceAll('secret', '[id]');
const passage = (content: string) => ({ title: 'Install', score: 0.5, chunkIndex: 0, content });

describe('a stored trace', () => {
  it('keeps a small trace as it is', () => {
    const stages = [stage(), stage({ data: [passage('Run npm ci.')], status: 'fallback' })];
    expect(JSON.parse(traceText(stages, same))).toEqual(stages);
  });

  it.each([
    ['long passages', [stage({ data: Array.from({ length: 20 }, () => passage('安'.repeat(5000))) })]],
    [
      'many stages',
      Array.from({ length: 5000 }, () =>
        stage({ detail: '装'.repeat(500), data: [passage('x'.repeat(500))] }),
      ),
    ],
    ['long lists', [stage({ data: Array.from({ length: 100_000 }, (_, n) => n) })]],
    ['long names', [stage({ name: 'n'.repeat(1_000_000), label: 'l'.repeat(1_000_000) })]],
    [
      'wide objects',
      [stage({ data: Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`key-${n}`, 'v'])) })],
    ],
  ])('cuts %s to 64 KiB of valid JSON', (_name, stages) => {
    const text = traceText(stages, same);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(chatLogLimits.traceBytes);
    const [first] = JSON.parse(text) as TraceStage[];
    expect(first).toMatchObject({ startedAt: 1, durationMs: 4, status: 'ok' });
  });

  it('cuts texts no shorter than it must, between characters', () => {
    const stages = Array.from({ length: 8 }, () =>
      stage({ data: Array.from({ length: 20 }, () => passage('😀'.repeat(400))) }),
    );
    const [first] = JSON.parse(traceText(stages, same)) as { data: { content: string }[] }[];
    const content = first?.data[0]?.content ?? '';
    expect(content).toMatch(/^(😀)+…$/u);
    expect(content.length).toBeGreaterThan(60);
  });

  it('masks texts of visitors, not those of published articles', () => {
    const text = traceText(
      [
        stage({
          detail: 'secret',
          data: { query: 'secret', posts: [{ title: 'secret', notes: ['secret'] }] },
        }),
      ],
      mask,
    );
    expect(JSON.parse(text)).toMatchObject([
      { detail: '[id]', data: { query: '[id]', posts: [{ title: 'secret', notes: ['[id]'] }] } },
    ]);
  });

  it('does not follow data for ever', () => {
    const round: { self?: unknown } = {};
    round.self = round;
    expect(JSON.parse(traceText([stage({ data: round })], same))).toHaveLength(1);
  });

  it('comes back whole from its packed form', async () => {
    const text = traceText(
      Array.from({ length: 10 }, () => stage({ data: [passage('安装 '.repeat(50))] })),
      same,
    );
    const packed = await packTrace(text);
    expect(packed.byteLength).toBeLessThan(Buffer.byteLength(text) / 4);
    expect(await unpackTrace(packed)).toBe(text);
    expect(await unpackTrace(new Uint8Array())).toBe('');
  });
});
