import { setTimeout as pause } from 'node:timers/promises';
import { doctor, proxyProbe } from '../../../contract/doctor.ts';
import { implement } from '../../http/implement.ts';
import type { Examine } from './examine.ts';

/** Interval between two lines of the probe, in milliseconds. */
const lineMs = 250;

export const doctorRoutes = (examine: Examine) => [
  implement(doctor, {
    examine: async ({ body: { callModels } }, { signal }) => ({
      findings: await examine({ callModels, signal }),
    }),
  }),
  implement(proxyProbe, {
    stream: async (_input, { headers, signal }) => ({
      status: 200,
      contentType: 'text/event-stream',
      headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
      body: lines(headers['x-forwarded-for'] !== undefined, signal),
    }),
  }),
];

async function* lines(forwarded: boolean, signal: AbortSignal): AsyncGenerator<string> {
  yield `data: ${JSON.stringify({ forwarded })}\n\n`;
  for (const line of ['data: {}\n\n', 'data: [DONE]\n\n']) {
    await pause(lineMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    yield line;
  }
}
