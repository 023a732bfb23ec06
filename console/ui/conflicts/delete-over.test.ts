import { expect, test } from 'vitest';
import { ApiError } from '../../api/call.ts';
import { deleteOver } from './delete-over.ts';

/** A record of a service, as somebody else has left it. */
function service(fields: Record<string, unknown>, revision = 2) {
  const stored = { fields, revision, isGone: false };
  return {
    stored,
    async send(basedOn: number | undefined) {
      if (basedOn !== undefined && basedOn !== stored.revision) {
        const conflicts = Object.entries(stored.fields).map(([name, theirs]) => ({
          path: `record.${name}`,
          revision: stored.revision,
          yours: null,
          theirs,
        }));
        throw Object.assign(new ApiError('changed', 409), { fields: { conflicts } });
      }
      stored.isGone = true;
    },
  };
}

const base = { name: 'Birds', hint: '', words: ['owl'] };
const nobody = async () => {
  throw new Error('nobody is asked');
};

test('CFG29: what nobody has changed since is deleted without another question', async () => {
  const { stored, send } = service(base);
  expect(await deleteOver({ base, revision: 2, send }, nobody)).toBe(true);
  expect(stored.isGone).toBe(true);
});

test('CFG29: what somebody has changed is asked about once more, with what is new alone', async () => {
  const { stored, send } = service({ name: 'Herons', hint: null, words: ['owl'] });
  const asked: unknown[] = [];
  const keep = async (changed: unknown) => !asked.push(changed);
  expect(await deleteOver({ base, revision: 1, send }, keep)).toBe(false);
  expect(stored.isGone).toBe(false);
  expect(asked).toEqual([[{ name: 'name', was: 'Birds', now: 'Herons' }]]);
});

test('CFG29: who agrees deletes what was shown, and is asked again about what was saved meanwhile', async () => {
  const { stored, send } = service({ ...base, name: 'Herons' });
  const asked: unknown[] = [];
  const agree = async (changed: unknown) => {
    asked.push(changed);
    if (stored.revision === 2) Object.assign(stored, { fields: { ...base, name: 'Storks' }, revision: 3 });
    return true;
  };
  expect(await deleteOver({ base, revision: 1, send }, agree)).toBe(true);
  expect(stored.isGone).toBe(true);
  expect(asked).toEqual([
    [{ name: 'name', was: 'Birds', now: 'Herons' }],
    [{ name: 'name', was: 'Herons', now: 'Storks' }],
  ]);
});

test('another refusal is thrown', async () => {
  const send = async () => {
    throw new ApiError('away', 503);
  };
  await expect(deleteOver({ base, revision: 1, send }, nobody)).rejects.toThrow('away');
});
