import { describe, expect, it } from 'vitest';
import { readQuestion } from './question.ts';
import { pickModel, pickNames, pickNamesWithVectors, segmentSignals } from './score.ts';
import { sourceOf } from './segments.ts';

it('LIN1: sentences that say the same under the same headings are weighed once', () => {
  const markdown = 'Ospreys dive. '.repeat(300) + '? '.repeat(5_000);
  let weighed = 0;
  const table = {
    dimensions: 2,
    wordsOf: () => [],
    embed: () => Float32Array.of(1, 0),
    cosineBelow: () => () => (weighed += 1),
  };
  const source = { title: 'Ospreys', blocks: [{ ...block, markdown }], found: [{ text: markdown }] };
  const read = segmentSignals(source, readQuestion('Where do ospreys nest?', 'en'), table);
  expect([read.length, weighed]).toEqual([5_300, 2]);
});

const passage = {
  article: 1,
  title: 'Kiln',
  headingPath: ['Firing'],
  text: 'The kiln is fired on Fridays. Bring your pots the day before.',
};
const block = {
  anchor: 'firing',
  headingPath: ['Firing'],
  kind: 'paragraph',
  markdown: passage.text,
} as const;

const signalsWith = (signals?: { readonly ngrams: number; readonly nearness?: number }) => {
  const source = sourceOf([{ ...passage, ...(signals && { signals }) }], [block]);
  const [first] = segmentSignals(source, readQuestion('When is the kiln fired?', 'en'), undefined);
  return Object.keys(first?.signals ?? {}).toSorted();
};

describe('ANS10: the learned numbers of what is quoted', () => {
  it('have a weight for each signal that the service computes', () => {
    expect(pickModel.signals).toEqual(pickNames);
    expect(Object.keys(pickModel.weights)).toEqual(pickNames);
    expect(signalsWith({ ngrams: 0.4 })).toEqual(pickNames.toSorted());
  });

  it('have one for each that counts where there are vectors', () => {
    expect(pickModel.withVectors.signals).toEqual(pickNamesWithVectors);
    expect(Object.keys(pickModel.withVectors.weights)).toEqual(pickNamesWithVectors);
    const computed = signalsWith({ ngrams: 0.4, nearness: 1.2 });
    expect(pickNamesWithVectors.filter((name) => !computed.includes(name))).toEqual([]);
  });
});
