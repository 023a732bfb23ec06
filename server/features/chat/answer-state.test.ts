import { describe, expect, test } from 'vitest';
import { stateOf } from './answer-state.ts';
import { createAttribution } from './grounding/attribution.ts';

const attribution = createAttribution([
  { article: 1, title: 'Coffee', headingPath: [], text: 'Take 60 grams of coffee for each litre of water.' },
  { article: 2, title: '泡茶', headingPath: [], text: '龙井茶适合用八十度左右的水冲泡。' },
]);
const state = (answer: string, more: Partial<Parameters<typeof stateOf>[0]> = {}) =>
  stateOf({
    answer,
    level: 'answers',
    marks: { kept: 0, moved: 0, dropped: 0 },
    attribution,
    reason: 'stop',
    ...more,
  });
const kept = { marks: { kept: 1, moved: 0, dropped: 0 } };
const stands = 'Take 60 grams of coffee for each litre of water.';

describe('the state of an answer', () => {
  test.each([
    ['its words stand in the passages', state(stands), 'answered'],
    ['a mark that was kept', state(`${stands}[1]`, kept), 'answered'],
    ['a marked statement in another language', state('Green tea likes cooler water.[2]', kept), 'answered'],
    [
      'half of it stands',
      state(`${stands}[1] Whales sing all night. Stars are far away. Trees grow slowly.`, kept),
      'partial',
    ],
    ['nothing of it stands', state('Whales sing at night and sleep by day.'), 'not_covered'],
    ['weak evidence and no mark', state(stands, { level: 'close' }), 'not_covered'],
    ['weak evidence, but a mark that stands', state(`${stands}[1]`, { ...kept, level: 'close' }), 'answered'],
    [
      'it says that the site lacks it, with the words of the site',
      state('The articles do not mention this. Take 60 grams of coffee for each litre.'),
      'not_covered',
    ],
    ['it says so and names what comes close', state(`${stands}[1] 文章没有提到水温。`, kept), 'partial'],
    ['it was cut off', state(`${stands}[1]`, { ...kept, reason: 'length' }), 'partial'],
    ['the provider filtered it', state(stands, { reason: 'filtered' }), 'refused'],
    ['it is empty', state('  \n'), 'failed'],
    ['it is too short to say anything', state('Yes.'), 'not_covered'],
  ])('CHAT17, PROD4: %s', (_, found, wanted) => expect(found).toBe(wanted));
});
