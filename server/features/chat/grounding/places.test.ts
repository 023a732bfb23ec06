import { describe, expect, test } from 'vitest';
import { passageOf } from '../../../../test/fakes/retrieval.ts';
import type { TaskBlock } from '../../../ports/models.ts';
import { closestPlaces, furtherArticles, inTheirSections, placesOf } from './places.ts';

const names = (places: readonly { readonly postId: string; readonly anchor?: string | undefined }[]) =>
  places.map(({ postId, anchor }) => `${postId}#${anchor ?? ''}`);
const found = ['a/1', 'a/2', 'a/3', 'b/1', 'c/1', 'd/1'].map((name, rank) => ({
  ...passageOf(name, 10 - rank),
  anchor: name.slice(2),
}));

describe('places', () => {
  test('ANS2: where nothing answers, each article is named once before one is named again', () => {
    expect(names(closestPlaces(found, { question: 'what' }))).toEqual(['a#1', 'b#1', 'c#1']);
    expect(names(closestPlaces(found.slice(0, 4), { question: 'what' }))).toEqual(['a#1', 'b#1', 'a#2']);
  });

  test('ANS2: further articles besides the cards are named by their titles', () => {
    const cards = closestPlaces(found, { question: 'what' });
    expect(furtherArticles(found, cards).map(({ postId }) => postId)).toEqual(['d']);
    expect(furtherArticles(found, cards.slice(0, 1)).map(({ postId }) => postId)).toEqual(['b', 'c', 'd']);
  });

  test('SRC2: places and further articles of another source come with its name', () => {
    const others = found.map((passage) => ({ ...passage, source: 'Handbook' }));
    const cards = closestPlaces(others, { question: 'what' }).slice(0, 1);
    for (const one of [...cards, ...furtherArticles(others, cards)]) expect(one.source).toBe('Handbook');
    for (const one of closestPlaces(found, { question: 'what' })) expect(one).not.toHaveProperty('source');
  });

  test('ANS2: a place under a heading that repeats the title has no heading', async () => {
    const [passage] = found;
    const place = { ...passage!, headingPath: [passage!.title], text: 'The boats leave at nine.' };
    const places = placesOf([place], { question: 'boats' });
    expect(places.map(({ heading }) => heading)).toEqual([undefined]);
    const blocks: TaskBlock[] = [
      { kind: 'paragraph', markdown: 'The boats leave at nine.', headingPath: [place.title], anchor: '' },
    ];
    const inSections = await inTheirSections(
      places,
      'boats',
      async () => new Map([[place.articleId, blocks]]),
    );
    expect(inSections.map(({ heading }) => heading)).toEqual([undefined]);
  });

  test('ANS2: a place of which only code was found has a line of the prose of its section', async () => {
    const at = { headingPath: ['Restart'], anchor: 'restart' };
    const blocks: TaskBlock[] = [
      { kind: 'code', markdown: '```\nsystemctl restart docent\n```', ...at },
      { kind: 'paragraph', markdown: 'The service reads its file again.', ...at },
    ];
    const place = {
      postId: 'run',
      title: 'Run',
      url: '/run',
      heading: 'Restart',
      anchor: 'restart',
      line: '',
    };
    const [shown] = await inTheirSections([place], 'restart', async () => new Map([['run', blocks]]));
    expect(shown).toEqual({ ...place, line: 'The service reads its file again.' });
  });

  test('ANS2: a place is named after the heading that its line stands under', async () => {
    const block = (heading: string, markdown: string): TaskBlock => ({
      kind: 'paragraph',
      markdown,
      headingPath: [heading],
      anchor: heading.toLowerCase(),
    });
    const blocks = [
      block('Systems', 'I tried **three** systems.'),
      block('Backup', 'Photos are copied every Sunday.'),
      block('Access', 'Use a tunnel.'),
    ];
    const place = (line: string) => ({
      postId: 'nas',
      title: 'NAS',
      url: '/nas',
      heading: 'Systems',
      anchor: 'systems',
      line,
    });
    const places = [
      'Photos are copied every Sunday.',
      'Backup',
      'Access',
      'I tried three systems.',
      'Unknown words.',
    ];
    const located = await inTheirSections(places.map(place), 'how', async () => new Map([['nas', blocks]]));
    expect(located.map(({ heading, anchor, line }) => [heading, anchor, line])).toEqual([
      ['Backup', 'backup', 'Photos are copied every Sunday.'],
      ['Access', 'access', 'Use a tunnel.'],
      ['Systems', 'systems', 'I tried three systems.'],
    ]);
  });

  test('ANS2: a line that a passage cuts is shown from the beginning of its sentence', async () => {
    const block = (markdown: string): TaskBlock => ({
      kind: 'list',
      markdown,
      headingPath: ['The way'],
      anchor: 'way',
    });
    const place = { postId: 'hut', title: 'Hut', url: '/hut', line: 'from the hut, and the path is steep.' };
    const shown = async (markdown: string) => {
      const [found] = await inTheirSections(
        [place],
        'path',
        async () => new Map([['hut', [block(markdown)]]]),
      );
      return found?.line;
    };
    const whole = 'The car park lies far from the hut, and the path is steep.';
    expect(
      await shown(`- Take a lamp.\n- The **car park** lies far from the hut, and the path is steep.`),
    ).toBe(whole);
    expect(await shown(`${'Very '.repeat(40)} far from the hut, and the path is steep.`)).toBe(place.line);
  });

  test('ANS2: a row that a passage cuts is shown whole, and an item without its number', async () => {
    const shown = async (line: string, block: Pick<TaskBlock, 'kind' | 'markdown'>) => {
      const blocks = [{ ...block, headingPath: ['Fees'], anchor: 'fees' }];
      const place = { postId: 'vet', title: 'Vet', url: '/vet', line };
      return (await inTheirSections([place], 'fee', async () => new Map([['vet', blocks]])))[0]?.line;
    };
    const table = '| Service | Dogs | Cats |\n| --- | --- | --- |\n| Neutering, male | £210 | £88 |';
    expect(await shown('male; Dogs: £210; Cats: £88', { kind: 'table', markdown: table })).toBe(
      'Neutering, male; Dogs: £210; Cats: £88',
    );
    expect(
      await shown('4. Say what you tried.', { kind: 'list', markdown: '3. Wait.\n4. Say what you tried.' }),
    ).toBe('Say what you tried.');
  });

  test('ANS13: the line of a place that is looked up shows it', () => {
    const passage = { ...passageOf('a/1', 1), text: 'Our fees are fair. A visit costs £48. Ring us before.' };
    const [place] = placesOf([passage], { question: 'fees', shown: [/£/] });
    expect(place?.line).toBe('A visit costs £48.');
  });

  test('ANS1: beside an answer stand the next places in their order', () => {
    const quoted = { article: 1, postId: 'a', anchor: '1', headingPath: [] };
    expect(names(placesOf(found, { question: 'what' }, quoted))).toEqual(['a#2', 'a#3', 'b#1']);
  });

  test('ANS1: a place shows its prose, not its code', () => {
    const lineOf = (text: string) =>
      placesOf([{ ...passageOf('a/1', 1), text }], { question: 'proxy' })[0]?.line;
    expect(lineOf('```nginx\nserver { proxy on; }\n```\n\nReload it then.')).toBe('Reload it then.');
    expect(lineOf('  proxy on;\n}\n```\n\nReload it then.')).toBe('Reload it then.');
    expect(lineOf('```nginx\nserver { proxy on; }\n```')).toBe('');
  });
});
