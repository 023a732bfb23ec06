import { describe, expect, test } from 'vitest';
import { passageOf } from '../../../../test/fakes/retrieval.ts';
import type { Passage } from '../../knowledge/knowledge.ts';
import { explainingFirst } from './explaining-first.ts';

const passage = (name: string, text: string, title = 'Manual'): Passage => ({
  ...passageOf(name, 1),
  identity: name,
  title,
  text,
});

const mentions = ['a/1', 'a/2'].map((name) => passage(name, 'Switch antialiasing on before you draw.'));
const option = passage('b/1', '- Antialiasing\n  Choose whether the text is smoothed.');
const entry = passage('c/1', '- Antialiasing\n  Edges are made smoother by it.', 'Glossary');

/** The first passage of what is found, and how often more was searched. */
async function first(question: string, found: readonly Passage[], more: readonly Passage[] = []) {
  const asked: string[] = [];
  const search = async (thing: string) => {
    asked.push(thing);
    return { passages: more };
  };
  const { passages } = await explainingFirst(search, { passages: found }, question);
  return { text: passages[0]?.text, asked, count: passages.length };
}

describe('ANS21: the passage that explains a thing comes first', () => {
  test('it is looked for among more passages where none that was found says what the thing is', async () => {
    expect(await first('What is antialiasing?', mentions, [...mentions, option, entry])).toEqual({
      text: entry.text,
      asked: ['antialiasing'],
      count: 2,
    });
  });

  test('nothing more is searched where one does, or where something else is asked', async () => {
    const said = passage('d/1', 'Antialiasing is a way to smooth edges.');
    expect(await first('What is antialiasing?', [...mentions, said], [entry])).toMatchObject({
      text: said.text,
      asked: [],
    });
    expect(await first('How do I switch antialiasing on?', mentions, [entry])).toMatchObject({
      text: mentions[0]?.text,
      asked: [],
    });
  });

  test('what was found stays as it is where nothing explains the thing', async () => {
    expect(await first('What is antialiasing?', mentions, [passage('e/1', 'Draw a line.')])).toMatchObject({
      text: mentions[0]?.text,
    });
  });
});
