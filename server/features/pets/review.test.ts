import { revisionOf } from '../../kit/records/saved-record.ts';
import { describe, expect, test } from 'vitest';
import { petStates, type PetState } from '../../../contract/pets/requests.ts';
import { isFault } from '../../kit/fault.ts';
import { imagesOf, isConfirmed, type PetRecord, type PetImage } from './record.ts';
import { newPet, review, type Change } from './review.ts';

const picture = (id: string): PetImage => ({ id, url: `/upload/${id}.png`, width: 8, height: 8 });
const now = 5_000;

/** The master of a record, as a page shows it. */
const shown = ({ master, masterRevision }: PetRecord) => ({ masterUrl: master.url, masterRevision });

const drawn = newPet(
  { id: 'pet', name: 'Momo', style: 'soft-3d', policyId: '', picture: picture('master-1') },
  1_000,
);
const after = (record: PetRecord, ...changes: readonly ((record: PetRecord) => Change)[]): PetRecord =>
  changes.reduce((all, changeOf) => review(all, changeOf(all), now), record);

const approve = (record: PetRecord): Change => ({ kind: 'approve-master', shown: shown(record) });
const reset = (record: PetRecord): Change => ({ kind: 'reset-master', shown: shown(record) });
const change =
  (id: string) =>
  (record: PetRecord): Change => ({
    kind: 'change-master',
    shown: shown(record),
    picture: picture(id),
  });
const redraw =
  (id: string) =>
  (record: PetRecord): Change => ({
    kind: 'redraw-master',
    shown: shown(record),
    picture: picture(id),
    style: 'pixel',
  });
const add =
  (...states: readonly PetState[]) =>
  (record: PetRecord): Change => ({
    kind: 'add-candidates',
    shown: shown(record),
    made: states.map((state) => ({ state, mode: 'face', picture: picture(`${state}-1`) })),
  });
type OfCandidate = 'approve-expression' | 'reset-expression' | 'edit-expression' | 'cancel-edit';
const decide = (kind: OfCandidate, state: PetState, id: string) => (): Change => ({
  kind,
  state,
  candidateUrl: picture(id).url,
});
const changeCandidate = (state: PetState, from: string, to: string) => (): Change => ({
  kind: 'change-candidate',
  state,
  candidateUrl: picture(from).url,
  picture: picture(to),
});

/** A published pet with a happy expression. */
const published = after(drawn, approve, add('happy'), decide('approve-expression', 'happy', 'happy-1'));
const edited = after(published, decide('edit-expression', 'happy', 'happy-1'));

const refusal = (record: PetRecord, changeOf: (record: PetRecord) => Change): unknown => {
  const before = structuredClone(record);
  try {
    review(record, changeOf(record), now);
    return undefined;
  } catch (error) {
    expect(record).toEqual(before);
    return isFault(error) && error.code;
  }
};

describe('every row of the table', () => {
  test('PET20: a new master is a draft that waits for review and is not public', () => {
    expect(drawn).toMatchObject({ masterRevision: 1, confirmed: null, candidates: {} });
    expect(isConfirmed(drawn)).toBe(false);
  });

  test('PET21: a redrawn master replaces the draft; the published version stays', () => {
    const anew = after(published, redraw('master-2'));
    expect(anew).toMatchObject({
      master: picture('master-2'),
      original: picture('master-2'),
      masterRevision: 2,
      style: 'pixel',
      confirmed: { master: picture('master-1'), style: 'soft-3d', expressions: { happy: {} } },
    });
    expect(isConfirmed(anew)).toBe(false);
  });

  test('PET22: approving the shown master publishes it as the confirmed snapshot', () => {
    const approved = after(drawn, approve);
    expect(approved).toMatchObject({
      updatedAt: now,
      confirmed: {
        name: 'Momo',
        master: picture('master-1'),
        masterRevision: 1,
        expressions: {},
        confirmedAt: now,
      },
    });
    expect(isConfirmed(approved)).toBe(true);
    expect(review(approved, approve(approved), 9_000)).toBe(approved);
  });

  test('PET22: confirmed expressions stay beside their own drawing and go with another', () => {
    expect(after(published, change('clean'), approve).confirmed).toMatchObject({
      master: picture('clean'),
      expressions: { happy: { picture: picture('happy-1') } },
    });
    expect(after(published, redraw('master-2'), approve).confirmed).toMatchObject({
      master: picture('master-2'),
      expressions: {},
    });
  });

  test('PET23: reset brings back the original master, which waits for review again', () => {
    const back = after(drawn, change('clean'), approve, reset);
    expect(back).toMatchObject({
      master: picture('master-1'),
      masterRevision: 3,
      confirmed: { master: picture('clean'), masterRevision: 2 },
    });
    expect(isConfirmed(back)).toBe(false);
    const untouched = after(drawn, approve, reset);
    expect(untouched.master).toEqual(picture('master-1'));
    expect(isConfirmed(untouched)).toBe(false);
  });

  test('PET24 PET30: a changed master must be confirmed again; until then the earlier snapshot is public', () => {
    const changed = after(published, change('clean'));
    expect(changed).toMatchObject({
      master: picture('clean'),
      original: picture('master-1'),
      masterRevision: 2,
      confirmed: published.confirmed,
    });
    expect(isConfirmed(changed)).toBe(false);
  });

  test('PET25: approving an expression replaces that one and no other', () => {
    const two = after(published, add('happy', 'sad'), decide('approve-expression', 'sad', 'sad-1'));
    expect(two.confirmed?.expressions).toMatchObject({
      happy: { picture: picture('happy-1') },
      sad: { picture: picture('sad-1') },
    });
    expect(Object.keys(two.candidates)).toEqual(['happy']);
    expect(two).toMatchObject({ master: published.master, masterRevision: 1 });
  });

  test('PET26: reset brings back the original candidate, which still waits', () => {
    const back = after(
      published,
      add('sad'),
      changeCandidate('sad', 'sad-1', 'sad-2'),
      decide('reset-expression', 'sad', 'sad-2'),
    );
    expect(back.candidates).toMatchObject({ sad: { picture: picture('sad-1') } });
    expect(back.confirmed).toEqual(published.confirmed);
  });

  test('PET27: edit copies a published expression and leaves the public one alone', () => {
    expect(edited.candidates).toMatchObject({
      happy: { picture: picture('happy-1'), editingExisting: true, masterRevision: 1 },
    });
    expect(edited.confirmed).toEqual(published.confirmed);
    const changed = after(edited, changeCandidate('happy', 'happy-1', 'happy-2'));
    expect(changed.confirmed).toEqual(published.confirmed);
    expect(
      after(changed, decide('approve-expression', 'happy', 'happy-2')).confirmed?.expressions,
    ).toMatchObject({ happy: { picture: picture('happy-2') } });
  });

  test('PET28: cancel-edit removes the copy and nothing else', () => {
    expect(after(edited, decide('cancel-edit', 'happy', 'happy-1'))).toEqual(published);
  });

  test('PET29: a tidied candidate waits; reset still knows the original', () => {
    const tidied = after(published, add('blink'), changeCandidate('blink', 'blink-1', 'blink-2'));
    expect(tidied.candidates).toMatchObject({
      blink: { picture: picture('blink-2'), original: picture('blink-1') },
    });
    expect(tidied.confirmed).toEqual(published.confirmed);
  });

  test('PET32: a new name reaches record and snapshot, creates no snapshot and changes nothing else', () => {
    const rename = (): Change => ({ kind: 'rename', name: 'Bo' });
    expect(after(drawn, rename)).toEqual({ ...drawn, name: 'Bo', updatedAt: now });
    expect(after(edited, rename)).toEqual({
      ...edited,
      name: 'Bo',
      updatedAt: now,
      confirmed: { ...edited.confirmed, name: 'Bo' },
    });
  });
});

test('CFG27: a name that somebody else has changed since it was read is a conflict with both names', () => {
  const read = revisionOf({ name: published.name });
  const theirs = after(published, () => ({ kind: 'rename', name: 'Theirs', basedOn: read }));
  const yours = (name: string, basedOn?: number) => () =>
    after(theirs, () => ({ kind: 'rename', name, basedOn }));
  expect(yours('Yours', read)).toThrow(
    expect.objectContaining({
      details: expect.objectContaining({
        conflicts: [{ path: 'pet.name', revision: expect.any(Number), yours: 'Yours', theirs: 'Theirs' }],
      }),
    }),
  );
  expect(yours('Theirs', read)().name).toBe('Theirs');
  expect(yours('Yours', revisionOf({ name: 'Theirs' }))().name).toBe('Yours');
  expect(yours('Yours')().name).toBe('Yours');
});

describe('a change that is not in the table is refused and changes nothing', () => {
  const changedMeanwhile = after(published, change('clean'));
  const old = () => shown(published);
  test.each<[string, PetRecord, (record: PetRecord) => Change]>([
    ['approve', changedMeanwhile, () => ({ kind: 'approve-master', shown: old() })],
    ['reset', changedMeanwhile, () => ({ kind: 'reset-master', shown: old() })],
    ['clean', changedMeanwhile, () => ({ kind: 'change-master', shown: old(), picture: picture('x') })],
    [
      'draw anew',
      changedMeanwhile,
      () => ({ kind: 'redraw-master', shown: old(), picture: picture('x'), style: 'flat' }),
    ],
    ['add expressions to', changedMeanwhile, () => ({ kind: 'add-candidates', shown: old(), made: [] })],
    [
      'approve by address alone',
      changedMeanwhile,
      (record) => ({ kind: 'approve-master', shown: { ...shown(record), masterRevision: 1 } }),
    ],
    [
      'approve by revision alone',
      changedMeanwhile,
      (record) => ({ kind: 'approve-master', shown: { ...shown(record), masterUrl: '/upload/other.png' } }),
    ],
  ])('PET6: nobody can %s a master that has changed since it was shown', (_, record, changeOf) => {
    expect(refusal(record, changeOf)).toBe('stale');
  });

  const waiting = after(published, add('sad'));
  test.each<[string, PetRecord, () => Change, string]>([
    [
      'approve a candidate that is not there',
      published,
      decide('approve-expression', 'sad', 'sad-1'),
      'stale',
    ],
    [
      'approve another candidate than the present one',
      waiting,
      decide('approve-expression', 'sad', 'happy-1'),
      'stale',
    ],
    ['reset a candidate that is not there', published, decide('reset-expression', 'sad', 'sad-1'), 'stale'],
    ['reset another candidate', waiting, decide('reset-expression', 'sad', 'sad-9'), 'stale'],
    ['change a candidate that is not there', published, changeCandidate('sad', 'sad-1', 'x'), 'stale'],
    ['change another candidate', waiting, changeCandidate('sad', 'sad-9', 'x'), 'stale'],
    ['edit what is not published', published, decide('edit-expression', 'sad', 'sad-1'), 'stale'],
    [
      'edit another image than the published one',
      published,
      decide('edit-expression', 'happy', 'happy-0'),
      'stale',
    ],
    ['edit before anything is confirmed', drawn, decide('edit-expression', 'happy', 'happy-1'), 'stale'],
    [
      'edit while a candidate waits',
      after(published, add('happy')),
      decide('edit-expression', 'happy', 'happy-1'),
      'conflict',
    ],
    ['edit twice', edited, decide('edit-expression', 'happy', 'happy-1'), 'conflict'],
    ['cancel the edit of a new image', waiting, decide('cancel-edit', 'sad', 'sad-1'), 'conflict'],
    ['cancel an edit that is not there', published, decide('cancel-edit', 'happy', 'happy-1'), 'stale'],
    ['cancel the edit of another copy', edited, decide('cancel-edit', 'happy', 'happy-9'), 'stale'],
    [
      'approve an expression before its master',
      after(drawn, add('sad')),
      decide('approve-expression', 'sad', 'sad-1'),
      'conflict',
    ],
    [
      'approve an expression of a new drawing before it is confirmed',
      after(published, redraw('master-2'), add('sad')),
      decide('approve-expression', 'sad', 'sad-1'),
      'conflict',
    ],
  ])('PET6 PET25 PET27 PET28: nobody can %s', (_, record, changeOf, code) => {
    expect(refusal(record, changeOf)).toBe(code);
  });
});

test('PET21: a new drawing drops the expressions of the draft before it and keeps those of the public master', () => {
  expect(Object.keys(after(drawn, add('sad'), redraw('master-2')).candidates)).toEqual([]);
  const kept = after(published, add('sad'), redraw('master-2'));
  expect(Object.keys(kept.candidates)).toEqual(['sad']);
  expect(after(kept, decide('approve-expression', 'sad', 'sad-1')).confirmed?.expressions).toHaveProperty(
    'sad',
  );
  expect(Object.keys(after(kept, approve).candidates)).toEqual([]);
});

test('PET46: draft, original, snapshot, expressions, candidates and their originals are all in use', () => {
  const full = after(
    published,
    change('clean'),
    add('blink'),
    changeCandidate('blink', 'blink-1', 'blink-2'),
  );
  expect([...new Set(imagesOf(full))].toSorted()).toEqual(
    ['blink-1', 'blink-2', 'clean', 'happy-1', 'master-1'].toSorted(),
  );
});

test('PET16: there are four states', () => {
  expect(petStates).toEqual(['blink', 'happy', 'sad', 'thinking']);
});
