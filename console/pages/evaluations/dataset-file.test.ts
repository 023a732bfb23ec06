import { expect, test } from 'vitest';
import { datasetFile, linesOf, readDatasetFile } from './dataset-file.ts';

const one = { id: 'c1', question: 'Why?', referenceAnswer: '', expectedSources: ['A'], tags: [] };

test('an exported dataset is read back', () => {
  const dataset = { id: 'mine', name: 'Mine', description: 'd', cases: [one] };
  expect(readDatasetFile(datasetFile(dataset), 'x.json')).toEqual({ ok: true, dataset });
});

test('a bare list of cases is a dataset named after its file', () => {
  const read = readDatasetFile('\uFEFF[{"question":"Why?"}]', 'my questions.JSON');
  expect(read).toMatchObject({
    ok: true,
    dataset: { name: 'my questions', cases: [{ question: 'Why?', expectedSources: [] }] },
  });
});

test('what is no dataset is refused with a reason', () => {
  expect(readDatasetFile('{', 'a.json')).toMatchObject({ ok: false, isJson: false });
  expect(readDatasetFile('null', 'a.json')).toMatchObject({ ok: false, isJson: false });
  expect(readDatasetFile('{"routes":[]}', 'a.json')).toMatchObject({ ok: false, isJson: true });
  expect(readDatasetFile('{"cases":[{"question":7}]}', 'a.json')).toMatchObject({
    ok: false,
    reason: 'cases.0.question must be a text',
  });
  expect(readDatasetFile('{"id":"No Id","cases":[{"question":"a"}]}', 'a.json')).toMatchObject({ ok: false });
});

test('lines are entries without blanks around them', () => {
  expect(linesOf(' a \n\n b')).toEqual(['a', 'b']);
});
