import { expect, test } from 'vitest';
import { recordConflicts } from '../../../contract/config/conflicts.ts';
import { ApiError } from '../../api/call.ts';
import { saveOver } from './save-over.ts';

interface Fields {
  readonly name: string;
  readonly hint: string;
  readonly words: readonly string[];
}

/** A record on a service that somebody else has saved since its revision 1 was read. */
function service(theirs: Fields) {
  const stored = { fields: theirs, revision: 2 };
  return {
    stored,
    async send(fields: Fields, basedOn: number | undefined) {
      if (basedOn !== undefined && basedOn !== stored.revision) {
        const conflicts = recordConflicts('record', stored.revision, { ...fields }, { ...stored.fields });
        if (conflicts.length > 0)
          throw Object.assign(new ApiError('changed', 409), { fields: { conflicts } });
      }
      stored.fields = fields;
      stored.revision += 1;
    },
  };
}

const base: Fields = { name: 'Birds', hint: '', words: ['owl'] };
const nobody = async () => {
  throw new Error('nobody is asked');
};

test('CFG27: what fits together is saved without a question', async () => {
  const { stored, send } = service({ name: 'Birds', hint: 'Ask first', words: ['owl', 'heron'] });
  const fields = { ...base, name: 'Owls', words: ['owl', 'barn owl'] };
  expect(await saveOver({ fields, base, revision: 1, send }, nobody)).toBe(true);
  expect(stored.fields).toEqual({ name: 'Owls', hint: 'Ask first', words: ['owl', 'barn owl', 'heron'] });
});

test('CFG27: where both have changed the same, the person chooses, or goes on editing', async () => {
  const { stored, send } = service({ ...base, name: 'Herons' });
  const record = { fields: { ...base, name: 'Owls' }, base, revision: 1, names: { name: 'Name' }, send };
  const asked: unknown[] = [];
  expect(await saveOver(record, async (...given) => void asked.push(given))).toBe(false);
  expect(stored.fields.name).toBe('Herons');
  expect(asked).toMatchObject([[[{ yours: 'Owls', theirs: 'Herons', base: 'Birds' }], { name: 'Name' }]]);
  // Somebody saves once more while the dialog is open.
  const settled = await saveOver(record, async () => {
    if (stored.revision === 2) await send({ ...stored.fields, hint: 'Later' }, undefined);
    return { name: 'Owls' };
  });
  expect(settled).toBe(true);
  expect(stored.fields).toEqual({ name: 'Owls', hint: 'Later', words: ['owl'] });
});

test('another refusal is thrown', async () => {
  const send = async () => {
    throw new ApiError('away', 503);
  };
  await expect(saveOver({ fields: base, base, revision: 1, send }, nobody)).rejects.toThrow('away');
});
