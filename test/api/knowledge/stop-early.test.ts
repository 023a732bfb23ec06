import { expect, test } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { testPorts } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { yieldToEventLoop } from '../../../server/work/event-loop.ts';

const articles = Array.from({ length: 12 }, (_, i) => ({
  id: `boat-${i}`,
  title: `Boat ${i}`,
  text: `# Boat ${i}\n\nBoat number ${i} has ${i + 2} seats and a green hull.`,
}));

/** Stops a service after some turns of the event loop. Resolves with how its start ended, and what it logged. */
async function stopAfter(turns: number) {
  const ports = { ...testPorts(), host: createFakeHost(articles) };
  const app = await createApp(ports);
  const start = app.start().then(
    () => 'following the site',
    (error: unknown) => String(error),
  );
  for (let nth = 0; nth < turns; nth += 1) await yieldToEventLoop();
  await app[Symbol.asyncDispose]();
  return { start: await start, logged: [...ports.log.warnings, ...ports.log.errors] };
}

test('RUN5: stopped at any moment of its start, a service ends what it has begun before it closes the database', async () => {
  const starts = new Set<string>();
  for (let turns = 0; turns < 120; turns += 5) {
    const { start, logged } = await stopAfter(turns);
    starts.add(start);
    expect({ turns, logged }).toEqual({ turns, logged: [] });
  }
  // The moments lie before and after the end of the start.
  expect(starts).toEqual(new Set(['AbortError: The service is stopping', 'following the site']));
});
