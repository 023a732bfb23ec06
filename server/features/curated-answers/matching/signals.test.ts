import { expect, test } from 'vitest';
import { matchModel, sameness, signalNames, signalNamesWithVectors, type Signals } from './signals.ts';

test.each([
  ['byWords', signalNames],
  ['withVectors', signalNamesWithVectors],
] as const)('CA5, CA13: %s has one learned weight for each signal, and limits in order', (name, names) => {
  const { constant, weights, limits } = matchModel[name];
  expect(Object.keys(weights)).toEqual([...names]);
  expect([constant, ...Object.values(weights)].every(Number.isFinite)).toBe(true);
  expect(limits.near).toBeGreaterThan(0);
  expect(limits.same).toBeGreaterThan(limits.near);
  expect(limits.same).toBeLessThan(1);
});

test('CA5: what is found in the sources of an answer speaks for it, whatever else is known', () => {
  // The site is not searched where its finds could not make an answer likely enough, which holds only while they never speak against it.
  for (const { weights } of [matchModel.byWords, matchModel.withVectors])
    expect(weights['source']).toBeGreaterThan(0);
  const none = Object.fromEntries(signalNames.map((name) => [name, 0])) as Signals;
  expect(sameness({ ...none, source: 1 })).toBeGreaterThan(sameness(none));
  expect(sameness({ ...none, standing: 6, standingLead: 3 })).toBeGreaterThan(
    sameness({ ...none, standing: 0, standingLead: 0 }),
  );
});
