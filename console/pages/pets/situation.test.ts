import { expect, test } from 'vitest';
import type { Pet, PetCandidate } from '../../../contract/pets/record.ts';
import { situationsOf, standingOf } from './situation.ts';

const candidate: PetCandidate = {
  url: '/c.png',
  revision: 1,
  mode: 'local',
  editingExisting: false,
  createdAt: '',
  hasOriginal: false,
  approvable: true,
};
const confirmed = { name: 'Mia', masterUrl: '/m.png', masterRevision: 1, expressions: {}, confirmedAt: '' };
const pet: Pet = {
  id: 'a',
  name: 'Mia',
  revision: 1,
  style: 'soft-3d',
  createdAt: '',
  updatedAt: '',
  masterUrl: '/m.png',
  masterRevision: 1,
  masterStatus: 'confirmed',
  hasOriginal: false,
  width: 10,
  height: 10,
  confirmed,
  candidates: {},
  processing: null,
};
const blink = (changes: Partial<Pet>) => situationsOf({ ...pet, ...changes })[0];

test('work comes before review, review of the master before that of candidates', () => {
  expect(standingOf(pet)).toBe('published');
  expect(standingOf({ ...pet, candidates: { sad: candidate } })).toBe('candidates');
  expect(standingOf({ ...pet, candidates: { sad: candidate }, masterStatus: 'pending' })).toBe('pending');
  expect(standingOf({ ...pet, processing: { jobId: 'j', stage: 'drawing' } })).toBe('processing');
});

test('a published expression is edited as a copy, and only while nothing waits for review', () => {
  const published = { confirmed: { ...confirmed, expressions: { blink: '/b.png' } } };
  expect(blink(published)).toMatchObject({ published: '/b.png', canEdit: true, canApprove: false });
  expect(blink({ ...published, candidates: { blink: candidate } })).toMatchObject({
    canEdit: false,
    canApprove: true,
    canCancel: false,
  });
});

test('only a copy is cancelled, only a changed picture reset, only one of the public master approved', () => {
  const copy = { ...candidate, editingExisting: true, hasOriginal: true, approvable: false };
  expect(blink({ candidates: { blink: copy } })).toMatchObject({
    canCancel: true,
    canReset: true,
    canApprove: false,
  });
});
