import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import { petLimits } from '../../../contract/pets/limits.ts';
import { Pet } from '../../../contract/pets/record.ts';
import { petStates } from '../../../contract/pets/requests.ts';
import { Fault } from '../../../server/kit/fault.ts';
import { asAdmin } from '../../app.ts';
import { createFakeImageProcessor, fakeSide } from '../../fakes/image-processor.ts';
import { plainPng } from '../../fakes/png.ts';
import { formOf, master, openStudio, photo, type Studio } from './pet-studio.ts';

let studio: Studio;
const open = async (...given: Parameters<typeof openStudio>) => (studio = await openStudio(...given));

afterEach(async () => {
  await studio.app[Symbol.asyncDispose]();
  expect(studio.app.log.errors).toEqual([]);
});

const gate = () => Promise.withResolvers<void>();
/** Pictures whose masters wait until the gate opens. */
function slowPictures() {
  const may = gate();
  const begun = gate();
  const pictures = createFakeImageProcessor();
  return {
    may,
    begun,
    pictures: {
      ...pictures,
      master: async (...given: Parameters<typeof pictures.master>) => {
        begun.resolve();
        await may.promise;
        return pictures.master(...given);
      },
    },
  };
}
const mask = (runs: readonly (readonly [number, number])[], width = fakeSide, height = fakeSide) => ({
  width,
  height,
  runs,
});

describe('a new pet', () => {
  test('PET2 PET20 PET40 PET41 PET48: is drawn from a photo and waits for review', async () => {
    const { postForm, done, pet, models, app } = await open();
    const reply = await postForm(
      '/generate',
      formOf({ name: ' Momo ', style: 'pixel', withExpressions: 'false', customPrompt: 'A red scarf' }),
    );
    expect(reply).toMatchObject({ status: 200, body: { success: true, mayCost: true } });
    const job = await done(reply);
    expect(job.progress).toMatchObject({
      stage: 'done',
      currentState: '',
      completed: 1,
      total: 1,
      completedStates: [],
      elapsedSeconds: 0,
    });
    const momo = Pet.parse(await pet(job.petId));
    expect(momo).toEqual({
      id: job.petId,
      recordRevision: momo.recordRevision,
      name: 'Momo',
      revision: expect.any(Number),
      style: 'pixel',
      createdAt: '2026-07-01T12:00:00.000Z',
      updatedAt: '2026-07-01T12:00:00.000Z',
      masterUrl: expect.stringMatching(/^\/upload\//),
      masterRevision: 1,
      masterStatus: 'pending',
      hasOriginal: false,
      width: fakeSide,
      height: fakeSide,
      confirmed: null,
      candidates: {},
      processing: null,
    });
    expect(models.calls.image).toMatchObject([
      {
        scenario: 'pet_master',
        prompt: expect.stringContaining('<wishes>A red scarf</wishes>'),
        image: { mediaType: 'image/png' },
      },
    ]);
    const calls = await app.inject({
      url: `${consolePrefix}/usage/calls?scenario=pet_master`,
      headers: asAdmin,
    });
    expect(calls.json()).toMatchObject({ total: 1 });
  });

  test('PET2: can be drawn from words alone, but not from nothing', async () => {
    const { postForm, done, models } = await open();
    await done(await postForm('/generate', formOf({ customPrompt: 'A fox' }, [])));
    expect(models.calls.image[0]).not.toHaveProperty('image');
    const nothing = await postForm('/generate', formOf({ name: 'x' }, []));
    expect(nothing.body).toMatchObject({ success: false, message: expect.stringContaining('Send a photo') });
    expect(models.calls.image).toHaveLength(1);
  });

  test('PET2 PET44: expressions that come with it are composed without a model', async () => {
    const { drawn, pet, models } = await open();
    const { candidates } = await pet(await drawn({ withExpressions: 'true' }));
    expect(Object.keys(candidates)).toEqual([...petStates]);
    expect(candidates.happy).toMatchObject({ mode: 'local', revision: 1, editingExisting: false });
    expect(models.calls.image).toHaveLength(1);
  });

  test('PET3: the default policy is local, another one must exist', async () => {
    const { postForm, get, done } = await open();
    expect((await get('/policies')).body).toEqual({
      success: true,
      policies: [{ id: 'local', label: 'Local', isDefault: true }],
    });
    await done(await postForm('/generate', formOf({ policyId: 'local' })));
    expect((await postForm('/generate', formOf({ policyId: 'moon' }))).body).toMatchObject({
      success: false,
      message: expect.stringContaining('policyId'),
    });
  });

  test('there are at most 50', async () => {
    const { drawn, postForm, models } = await open();
    for (let nth = 0; nth < petLimits.pets; nth++) await drawn();
    expect((await postForm('/generate', formOf({}))).body).toMatchObject({
      success: false,
      message: expect.stringContaining('50 pets'),
    });
    expect(models.calls.image).toHaveLength(petLimits.pets);
  });
});

describe('forms', () => {
  const boundary = 'multipart/form-data; boundary=x';
  const part = (head: string, body: string) =>
    `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
  const text = (name: string, value: string) => part(`name="${name}"`, value);
  const file = (name: string, value = 'x') => part(`name="${name}"; filename="a.png"`, value);

  test.each([
    ['a photo that is none', `${file('file', 'GIF89a no photo')}--x--`, /JPEG, PNG or WebP/],
    ['two files', `${file('file')}${file('file')}--x--`, /Only one file/],
    ['a file under another name', `${file('photo')}--x--`, /There is no file "photo"/],
    ['a field twice', `${text('name', 'a')}${text('name', 'b')}--x--`, /"name" must be sent once/],
    ['a photo as a text', `${text('file', 'x')}--x--`, /file must be a file/],
    ['a field of the prototype', `${text('__proto__', 'x')}--x--`, /does not exist/],
    ['a long text', `${text('customPrompt', 'x'.repeat(20_000))}--x--`, /"customPrompt" is too long/],
    ['a text of 10 MB', `${text('name', 'x'.repeat(10_000_000))}--x--`, /"name" is too long/],
    ['501 characters of wishes', `${text('customPrompt', 'x'.repeat(501))}--x--`, /500 characters/],
    ['a name of 21 characters', `${text('name', '🐱'.repeat(21))}--x--`, /20 characters/],
    ['another style', `${text('style', 'oil')}--x--`, /style must be one of/],
    [
      'thirty fields',
      `${Array.from({ length: 30 }, (_, nth) => text(`f${nth}`, 'x')).join('')}--x--`,
      /too many/,
    ],
    ['no end', text('customPrompt', 'x').slice(0, -2), /cannot be read/],
    ['nothing', '', /Send a photo/],
  ])('PET1 PET2 PET4 PET5: with %s are refused with the reason', async (_, body, message) => {
    const { send, models, app, host } = await open();
    const reply = await send('/generate', body, boundary);
    expect(reply).toMatchObject({
      status: 200,
      body: { success: false, message: expect.stringMatching(message) },
    });
    expect([models.calls.image.length, host.images.size]).toEqual([0, 0]);
    expect(app.log.errors).toEqual([]);
  });

  test('PET1: without a boundary, or of another type, are refused', async () => {
    const { send } = await open();
    expect(await send('/generate', 'x', 'multipart/form-data')).toMatchObject({
      status: 200,
      body: { success: false, message: expect.stringContaining('cannot be read') },
    });
    expect(await send('/generate', '{}', 'application/json')).toMatchObject({
      status: 415,
      body: { success: false, message: 'The content type must be multipart/form-data' },
    });
  });

  test('LIM5: a photo may have 5 MB and not a byte more', async () => {
    const { postForm, done } = await open();
    const most = Buffer.concat([photo, Buffer.alloc(petLimits.photoBytes - photo.length)]);
    await done(await postForm('/generate', formOf({}, [['file', most]])));
    const more = Buffer.concat([most, Buffer.alloc(1)]);
    expect(await postForm('/generate', formOf({}, [['file', more]]))).toMatchObject({
      status: 200,
      body: { success: false, message: 'file must not be larger than 5 MB' },
    });
  });

  test('WIRE4: operations that read JSON read no forms', async () => {
    const { postForm } = await open();
    expect((await postForm('/prompt-preview', formOf({}))).status).toBe(415);
  });
});

describe('reviews of the master', () => {
  test('PET22 PET23 PET24 PET30: approve, clean, reset, each waiting for the next', async () => {
    const { drawn, pet, post, done } = await open();
    const id = await drawn();
    const first = await pet(id);
    const approved = await post(`/${id}/background/approve`, master(first));
    expect(approved.body).toMatchObject({
      success: true,
      pet: {
        masterStatus: 'confirmed',
        confirmed: { name: 'Momo', masterUrl: first.masterUrl, masterRevision: 1, expressions: {} },
      },
    });

    await done(await post(`/${id}/background/cleanup`, { ...master(first), mask: mask([[0, 3]]) }));
    const cleaned = await pet(id);
    expect(cleaned).toMatchObject({ masterRevision: 2, masterStatus: 'pending', hasOriginal: true });
    expect(cleaned.confirmed?.masterUrl).toBe(first.masterUrl);

    const back = await post(`/${id}/background/reset`, master(cleaned));
    expect(back.body).toMatchObject({
      pet: { masterUrl: first.masterUrl, masterRevision: 3, masterStatus: 'pending', hasOriginal: false },
    });
  });

  test('PET6: a master that has changed, or a field that is missing, is refused with the advice to refresh', async () => {
    const { published, pet, post, done, models } = await open();
    const id = await published();
    const seen = master(await pet(id));
    await done(await post(`/${id}/background/cleanup`, { ...seen, strokes: [{ points: [[1, 1]] }] }));
    const paid = models.calls.image.length;
    const strokes = [{ points: [[1, 1]] }];
    const current = master(await pet(id));
    for (const [path, body] of [
      ['background/approve', seen],
      ['background/reset', seen],
      ['background/cleanup', { ...seen, strokes }],
      ['cleanup-background', { ...seen, strokes }],
      ['background/edge-preview', { url: seen.masterUrl, revision: seen.masterRevision, shrink: 1 }],
      ['background/edge-apply', { url: seen.masterUrl, revision: seen.masterRevision, shrink: 1 }],
      ['background/approve', { masterUrl: current.masterUrl }],
      ['background/approve', { masterRevision: current.masterRevision }],
      ['background/approve', { ...current, masterRevision: String(current.masterRevision) }],
      ['background/approve', { ...current, masterUrl: 'javascript:alert(1)' }],
      ['background/approve', { ...current, masterUrl: `/${'x'.repeat(5000)}` }],
      ['background/cleanup', { strokes }],
      ['cleanup-background', { strokes }],
    ] as const) {
      expect(await post(`/${id}/${path}`, body)).toMatchObject({
        status: 200,
        body: { success: false, message: expect.stringContaining('refresh') },
      });
    }
    expect(models.calls.image).toHaveLength(paid);
    expect(master(await pet(id))).toEqual(current);
  });

  test('PET1: an unknown pet is reported in the form of the group', async () => {
    const { post, remove, postForm } = await open();
    const shown = { masterUrl: '/x.png', masterRevision: 1 };
    const replies = [
      await post('/none/background/approve', shown),
      await post('/none/rename', { name: 'x' }),
      await post('/none/regenerate'),
      await post('/none/expressions/generate'),
      await post('/none/expressions/happy/edit', { candidateUrl: '/x.png' }),
      await post('/none/background/edge-preview', { url: '/x.png', revision: 1, shrink: 1 }),
      await postForm('/none/regenerate-master', formOf({})),
      await remove('none'),
    ];
    for (const reply of replies)
      expect(reply).toEqual({ status: 200, body: { success: false, message: 'Pet not found' } });
    expect((await post('/none/expressions/angry/edit', { candidateUrl: '/x' })).body).toMatchObject({
      success: false,
      message: expect.stringContaining('state must be one of blink'),
    });
  });

  test('PET21: a master is drawn anew from the present one or from a photo, and only on success', async () => {
    const { published, pet, postForm, done, ended, models } = await open();
    const id = await published();
    const before = await pet(id);
    await done(
      await postForm(
        `/${id}/regenerate-master`,
        formOf({ style: 'pixel', name: 'Other', withExpressions: 'false' }, []),
      ),
    );
    const anew = await pet(id);
    // A form of `generate` may be sent as it is; the name is not what a new drawing changes.
    expect(anew).toMatchObject({
      name: before.name,
      style: 'pixel',
      masterRevision: 2,
      masterStatus: 'pending',
      hasOriginal: false,
    });
    expect(anew.confirmed).toEqual(before.confirmed);
    expect(models.calls.image.at(-1)?.prompt).toContain('Draw this mascot anew');

    models.fail('image', new Fault('upstream', 'The provider is down'));
    const failed = await ended(await postForm(`/${id}/regenerate-master`, formOf({})));
    expect(failed).toMatchObject({ status: 'failed', message: 'The provider is down' });
    expect(await pet(id)).toEqual(anew);
    expect(models.calls.image.at(-1)?.prompt).toContain('subject of the photo');
  });
});

describe('cleaning', () => {
  test('PET7: with nothing selected it is refused and no model is called', async () => {
    const { published, candidate, pet, post, models } = await open();
    const id = await published();
    const candidateUrl = await candidate(id, 'happy');
    const paid = models.calls.image.length;
    for (const nothing of [{}, { strokes: [] }, { mask: mask([]) }]) {
      const onMaster = await post(`/${id}/background/cleanup`, { ...master(await pet(id)), ...nothing });
      const onCandidate = await post(`/${id}/expressions/happy/cleanup`, { candidateUrl, ...nothing });
      for (const { body } of [onMaster, onCandidate])
        expect(body).toMatchObject({
          success: false,
          message: expect.stringContaining('Nothing is selected'),
        });
    }
    expect(models.calls.image).toHaveLength(paid);
  });

  test('PET9: a mask must be exactly as wide and high as the image', async () => {
    const { drawn, pet, post } = await open();
    const id = await drawn();
    for (const wrong of [mask([[0, 1]], fakeSide + 1), mask([[0, 1]], fakeSide, 4), mask([[0, 1]], 4, 16)]) {
      const reply = await post(`/${id}/background/cleanup`, { ...master(await pet(id)), mask: wrong });
      expect(reply.body).toMatchObject({ success: false, message: expect.stringContaining('8 x 8') });
    }
  });

  test('LIM6: the largest mask and all strokes fit into a request', async () => {
    const { drawn, pet, post } = await open();
    const id = await drawn();
    const runs = Array.from({ length: petLimits.maskRuns }, (_, nth) => [16_000_000 + nth * 7, 1]);
    const strokes = Array.from({ length: 20 }, () => ({
      points: Array.from({ length: 1000 }, () => [1234.567_891, 1234.567_891]),
    }));
    const reply = await post(`/${id}/background/cleanup`, {
      ...master(await pet(id)),
      mask: { width: 4096, height: 4096, runs },
      strokes,
    });
    expect(reply).toMatchObject({
      status: 200,
      body: { success: false, message: expect.stringContaining('4096 x 4096') },
    });
  });

  test('PET7 PET26: a candidate is cleaned, still waits, and can be reset', async () => {
    const { published, candidate, pet, post, done, models } = await open();
    const id = await published();
    const candidateUrl = await candidate(id, 'sad');
    const paid = models.calls.image.length;
    const job = await done(
      await post(`/${id}/expressions/sad/cleanup`, {
        candidateUrl,
        mask: mask([[3, 4]]),
        strokes: [{ radius: 2, points: [[1, 1]] }],
      }),
    );
    expect(job.progress).toMatchObject({ completed: 1, total: 1 });
    const cleaned = (await pet(id)).candidates.sad;
    expect(cleaned).toMatchObject({ hasOriginal: true });
    expect(cleaned?.url).not.toBe(candidateUrl);
    const back = await post(`/${id}/expressions/sad/reset`, { candidateUrl: cleaned?.url });
    expect(back.body).toMatchObject({
      pet: { candidates: { sad: { url: candidateUrl, hasOriginal: false } } },
    });
    expect(models.calls.image).toHaveLength(paid);
  });
});

describe('expressions', () => {
  test('PET12 PET25 PET41: all four are drawn in the region, reviewed one by one', async () => {
    const { published, pet, post, done, models } = await open();
    const id = await published();
    const region = { centerX: 0.5, centerY: 0.3, width: 0.4, height: 0.3, feather: 0.2 };
    const reply = await post(`/${id}/expressions/generate`, { ...region, customPrompt: 'Rosy cheeks' });
    expect(reply.body).toMatchObject({ mayCost: true });
    expect((await done(reply)).progress).toMatchObject({
      completed: 4,
      total: 4,
      completedStates: [...petStates],
    });
    const calls = models.calls.image.slice(1);
    expect(calls.map(({ scenario }) => scenario)).toEqual(petStates.map(() => 'pet_expression'));
    for (const call of calls)
      expect(call).toMatchObject({ mask: expect.anything(), image: { mediaType: 'image/png' } });

    const { candidates } = await pet(id);
    const approved = await post(`/${id}/expressions/happy/approve`, { candidateUrl: candidates.happy?.url });
    expect(approved.body).toMatchObject({
      pet: { confirmed: { expressions: { happy: candidates.happy?.url } } },
    });
    const after = await pet(id);
    expect(Object.keys(after.confirmed?.expressions ?? {})).toEqual(['happy']);
    expect(Object.keys(after.candidates).toSorted()).toEqual(['blink', 'sad', 'thinking']);
    expect(after.masterStatus).toBe('confirmed');
  });

  test('PET12 PET13 PET4: refused outside the image, with motion of pixels, with long wishes', async () => {
    const { published, post, done, models } = await open();
    const pixel = await published({ style: 'pixel' });
    const paid = models.calls.image.length;
    for (const [body, message] of [
      [{ mode: 'motion' }, /no motion/],
      [{ centerX: 1.01 }, /centerX/],
      [{ width: 0 }, /width/],
      [{ feather: 1.5 }, /feather/],
      [{ feather: 'soft' }, /feather/],
      [{ customPrompt: 'x'.repeat(301) }, /300/],
      [{ state: 'angry' }, /state/],
    ] as const) {
      expect((await post(`/${pixel}/expressions/generate`, body)).body).toMatchObject({
        success: false,
        message: expect.stringMatching(message),
      });
    }
    expect(models.calls.image).toHaveLength(paid);
    const soft = await published();
    await done(await post(`/${soft}/expressions/generate`, { mode: 'motion', state: 'happy' }));
    expect(models.calls.image.at(-1)).not.toHaveProperty('mask');
  });

  test('PET44: regenerate composes all of them from the master without a model', async () => {
    const { published, pet, post, done, models } = await open();
    const id = await published();
    const paid = models.calls.image.length;
    const reply = await post(`/${id}/regenerate`);
    expect(reply.body).toMatchObject({ mayCost: false });
    await done(reply);
    const { candidates, confirmed } = await pet(id);
    expect(Object.values(candidates).map(({ mode }) => mode)).toEqual(petStates.map(() => 'local'));
    expect(confirmed?.expressions).toEqual({});
    expect(models.calls.image).toHaveLength(paid);
  });

  test('PET27 PET28 PET29: a published one is copied, changed beside the public one, dropped or confirmed', async () => {
    const { published, candidate, pet, post } = await open();
    const id = await published();
    const candidateUrl = await candidate(id, 'happy');
    await post(`/${id}/expressions/happy/approve`, { candidateUrl });
    const before = await pet(id);

    expect(
      (await post(`/${id}/expressions/happy/edit`, { candidateUrl: '/upload/other.png' })).body.message,
    ).toMatch(/refresh/);
    expect((await post(`/${id}/expressions/happy/edit`, { candidateUrl })).body).toMatchObject({
      pet: { candidates: { happy: { url: candidateUrl, editingExisting: true } } },
    });
    expect((await post(`/${id}/expressions/happy/edit`, { candidateUrl })).body).toMatchObject({
      success: false,
      message: expect.stringContaining('waits for review'),
    });
    expect((await post(`/${id}/expressions/happy/cancel-edit`, { candidateUrl })).body.success).toBe(true);
    expect(await pet(id)).toEqual({ ...before, updatedAt: (await pet(id)).updatedAt });

    await post(`/${id}/expressions/happy/edit`, { candidateUrl });
    const tidied = await post(`/${id}/background/edge-apply`, {
      state: 'happy',
      url: candidateUrl,
      revision: before.masterRevision,
      shrink: 1,
      dewhite: 50,
    });
    expect(tidied.body.success).toBe(true);
    const copy = (await pet(id)).candidates.happy;
    expect((await pet(id)).confirmed).toEqual(before.confirmed);
    const cancelled = await post(`/${id}/expressions/happy/cancel-edit`, { candidateUrl });
    expect(cancelled.body.message).toMatch(/refresh/);
    await post(`/${id}/expressions/happy/approve`, { candidateUrl: copy?.url });
    expect((await pet(id)).confirmed?.expressions.happy).toBe(copy?.url);
    const fresh = await candidate(id, 'sad');
    expect((await post(`/${id}/expressions/sad/cancel-edit`, { candidateUrl: fresh })).body).toMatchObject({
      success: false,
      message: expect.stringContaining('not a copy'),
    });
  });

  test('PET25: of a master that is not confirmed cannot be published', async () => {
    const { drawn, candidate, pet, post } = await open();
    const id = await drawn();
    const candidateUrl = await candidate(id, 'blink');
    expect((await post(`/${id}/expressions/blink/approve`, { candidateUrl })).body).toMatchObject({
      success: false,
      message: expect.stringContaining('Confirm the base image first'),
    });
    expect((await pet(id)).candidates.blink).toMatchObject({ url: candidateUrl, approvable: false });
  });
});

describe('edges', () => {
  test('PET14 PET15 PET24: the preview stores nothing, applying changes the master', async () => {
    const { published, pet, post, host, models } = await open();
    const id = await published();
    const before = await pet(id);
    const edge = { state: '', url: before.masterUrl, revision: 1, shrink: 1, dewhite: 0 };
    const stored = host.images.size;
    expect((await post(`/${id}/background/edge-preview`, edge)).body).toEqual({
      success: true,
      image: expect.stringMatching(/^data:image\/png;base64,iVBOR/),
    });
    expect(host.images.size).toBe(stored);
    expect(await pet(id)).toEqual(before);
    expect((await post(`/${id}/background/edge-apply`, edge)).body).toMatchObject({
      success: true,
      pet: { masterRevision: 2, masterStatus: 'pending', hasOriginal: true },
    });
    for (const wrong of [{ shrink: 0 }, { shrink: 3 }, { dewhite: 101 }, { state: 'angry' }, { shrink: '1' }])
      expect((await post(`/${id}/background/edge-preview`, { ...edge, ...wrong })).body.success).toBe(false);
    expect(models.calls.image).toHaveLength(1);
  });
});

describe('names', () => {
  test('PET5 PET32: only the name of record and snapshot changes', async () => {
    const { published, drawn, pet, post, models } = await open();
    const [shown, draft] = [await published(), await drawn()];
    const before = await pet(shown);
    expect((await post(`/${shown}/rename`, { name: '  小喵🐱 ' })).body).toEqual({
      success: true,
      pet: {
        ...before,
        name: '小喵🐱',
        revision: expect.any(Number),
        recordRevision: expect.any(Number),
        confirmed: { ...before.confirmed, name: '小喵🐱' },
      },
    });
    await post(`/${draft}/rename`, { name: 'Bo' });
    expect(await pet(draft)).toMatchObject({ name: 'Bo', confirmed: null, masterStatus: 'pending' });
    for (const name of ['', '  ', 'x'.repeat(21), 'a\u0000b', 'a\nb', 'a\u202eb', 7, undefined])
      expect((await post(`/${draft}/rename`, { name })).body).toMatchObject({
        success: false,
        message: expect.stringContaining('name'),
      });
    expect(models.calls.image).toHaveLength(2);
  });
});

test('CFG29: a pet that somebody else has changed since is not removed unseen, whatever was changed', async () => {
  const { published, pet, post, remove } = await open();
  const id = await published();
  const { recordRevision } = await pet(id);
  await post(`/${id}/rename`, { name: 'Theirs' });
  const refused = await remove(id, `?basedOn=${recordRevision}`);
  expect(refused.body).toMatchObject({
    success: false,
    code: 'SETTINGS_CHANGED',
    conflicts: expect.arrayContaining([
      expect.objectContaining({ path: 'pet.name', yours: null, theirs: 'Theirs' }),
    ]),
  });
  // A name, too, is settled by both sides, which the console cannot show without them.
  const renamed = await post(`/${id}/rename`, { name: 'Mine', basedOn: 1 });
  expect(renamed.body).toMatchObject({
    success: false,
    conflicts: [{ path: 'pet.name', yours: 'Mine', theirs: 'Theirs' }],
  });
  const now = (await pet(id)).recordRevision;
  expect(now).not.toBe(recordRevision);
  expect((await remove(id, `?basedOn=${now}`)).body).toEqual({ success: true });
});

describe('one at a time', () => {
  test('PET31 PET41: while a job is at work everything else must wait, and it shows where it stands', async () => {
    const slow = slowPictures();
    slow.may.resolve();
    const { published, pet, post, postForm, remove, job, done, models, app } = await open(
      {},
      { imageProcessor: slow.pictures },
    );
    const id = await published();
    const held = gate();
    const pictures = slow.pictures;
    pictures.master = async (bytes, style, signal) => {
      await held.promise;
      return createFakeImageProcessor().master(bytes, style, signal);
    };
    const before = await pet(id);
    const running = await postForm(`/${id}/regenerate-master`, formOf({}));
    await expect.poll(async () => (await job(running.body.jobId ?? '')).progress.stage).toBe('cutting-out');
    expect((await pet(id)).processing).toEqual({ jobId: running.body.jobId, stage: 'cutting-out' });
    const paid = models.calls.image.length;
    const edge = { url: before.masterUrl, revision: 1, shrink: 1 };
    const replies = [
      await post(`/${id}/background/approve`, master(before)),
      await post(`/${id}/background/reset`, master(before)),
      await post(`/${id}/background/cleanup`, { ...master(before), mask: mask([[0, 1]]) }),
      await post(`/${id}/cleanup-background`, { ...master(before), mask: mask([[0, 1]]) }),
      await post(`/${id}/rename`, { name: 'Bo' }),
      await post(`/${id}/regenerate`),
      await post(`/${id}/expressions/generate`),
      await post(`/${id}/expressions/happy/approve`, { candidateUrl: '/x' }),
      await post(`/${id}/expressions/happy/cleanup`, { candidateUrl: '/x', mask: mask([[0, 1]]) }),
      await post(`/${id}/expressions/happy/reset`, { candidateUrl: '/x' }),
      await post(`/${id}/expressions/happy/edit`, { candidateUrl: '/x' }),
      await post(`/${id}/expressions/happy/cancel-edit`, { candidateUrl: '/x' }),
      await post(`/${id}/background/edge-preview`, edge),
      await post(`/${id}/background/edge-apply`, edge),
      await postForm(`/${id}/regenerate-master`, formOf({})),
      await remove(id),
    ];
    for (const reply of replies)
      expect(reply).toMatchObject({
        status: 200,
        body: { success: false, message: expect.stringContaining('please wait') },
      });
    expect(models.calls.image).toHaveLength(paid);
    held.resolve();
    await done(running);
    expect(await pet(id)).toMatchObject({ masterRevision: 2, processing: null, name: 'Momo' });
    expect(app.log.errors).toEqual([]);
  });

  test('PET31: of reviews that arrive together none is half done', async () => {
    const { drawn, pet, post, remove } = await open();
    const id = await drawn();
    const shown = master(await pet(id));
    const replies = await Promise.all([
      post(`/${id}/background/approve`, shown),
      post(`/${id}/background/reset`, shown),
      post(`/${id}/rename`, { name: 'Bo' }),
      post(`/${id}/regenerate`),
      remove(id),
    ]);
    const won = replies.filter(({ body }) => body.success);
    expect(won.length).toBeGreaterThanOrEqual(1);
    for (const { body } of replies.filter(({ body }) => !body.success))
      expect(body.message).toMatch(/please wait|refresh|not found/);
  });

  test('PET31 PET45: of many jobs for one pet that are sent together one begins', async () => {
    const held = gate();
    const fakes = createFakeImageProcessor();
    const pictures = { ...fakes, regionMask: async () => (await held.promise, photo) };
    const { published, post, done, models } = await open({}, { imageProcessor: pictures });
    const id = await published();
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => post(`/${id}/expressions/generate`, { state: 'happy' })),
    );
    held.resolve();
    const [begun, ...others] = replies.toSorted((a, b) => Number(b.body.success) - Number(a.body.success));
    expect(others.map(({ body }) => body.success)).toEqual([false, false, false, false]);
    if (begun) await done(begun);
    expect(models.calls.image).toHaveLength(2);
  });

  test('PET43: at most 16 jobs run at once', async () => {
    const slow = slowPictures();
    const { postForm, done, models } = await open({}, { imageProcessor: slow.pictures });
    const replies = await Promise.all(
      Array.from({ length: petLimits.jobsAtOnce }, () => postForm('/generate', formOf({}))),
    );
    expect((await postForm('/generate', formOf({}))).body).toMatchObject({
      success: false,
      message: expect.stringContaining('16 pet jobs'),
    });
    slow.may.resolve();
    for (const reply of replies) await done(reply);
    expect(models.calls.image).toHaveLength(petLimits.jobsAtOnce);
  });
});

describe('jobs', () => {
  test('PET42 PET43: an unknown one is gone, and so is one that ended half an hour ago', async () => {
    const { get, postForm, done, clock } = await open();
    const gone = {
      success: false,
      code: 'JOB_GONE',
      message: expect.stringContaining('nothing is repeated'),
    };
    expect((await get('/jobs/none')).body).toEqual(gone);
    const { jobId } = await done(await postForm('/generate', formOf({})));
    clock.time += petLimits.jobHistoryMs + 1;
    expect(await get(`/jobs/${jobId}`)).toEqual({ status: 200, body: gone });
  });

  test.each([
    ['fails', () => new Fault('upstream', 'The provider answered 500'), 'The provider answered 500'],
    ['is limited', () => new Fault('limited', 'The ceiling of today is reached'), /ceiling/],
  ])('PET45: a model that %s fails the job once, and nothing has changed', async (_, failure, message) => {
    const { published, pet, post, ended, models } = await open();
    const id = await published();
    const before = await pet(id);
    const paid = models.calls.image.length;
    models.fail('image', failure());
    const failed = await ended(await post(`/${id}/expressions/generate`));
    expect(failed).toMatchObject({ status: 'failed', message: expect.stringMatching(message) });
    expect(models.calls.image).toHaveLength(paid + 1);
    expect(await pet(id)).toEqual(before);
  });

  test('PET45: bytes that are no picture fail the job, and what was drawn before is not kept', async () => {
    let nth = 0;
    const image = () => (++nth < 3 ? plainPng(16, 16, [1, 2, 3, 255]) : Buffer.from('<html>no</html>'));
    const { published, pet, post, ended, models } = await open({ image });
    const id = await published();
    const before = await pet(id);
    const failed = await ended(await post(`/${id}/expressions/generate`));
    expect(failed).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('no PNG, JPEG or WebP'),
      progress: { completed: 1, completedStates: ['blink'], currentState: 'happy' },
    });
    expect(models.calls.image).toHaveLength(3);
    expect(await pet(id)).toEqual(before);
  });

  test('PET45: a generation that fails leaves no pet behind', async () => {
    const { postForm, ended, pets, models } = await open();
    models.fail('image', new Fault('upstream', 'down'));
    expect(await ended(await postForm('/generate', formOf({})))).toMatchObject({ status: 'failed' });
    expect(await pets()).toEqual([]);
  });

  test('PET44: without an image model nothing is submitted; what needs none works', async () => {
    const { postForm, get, post } = await open({ kinds: ['chat'] });
    expect((await get('/model-status')).body).toMatchObject({
      success: true,
      configured: false,
      textToImage: false,
      imageToImage: false,
      mayCost: false,
    });
    expect((await postForm('/generate', formOf({}))).body).toMatchObject({
      success: false,
      message: expect.stringContaining('No image model'),
    });
    expect((await post('/prompt-preview', { customPrompt: 'A hat' })).body).toMatchObject({
      success: true,
      prompt: expect.stringContaining('A hat'),
      mayCost: false,
    });
  });

  test('PET44: status and preview call no model and say whether a generation may cost', async () => {
    const { get, post, models } = await open();
    expect((await get('/model-status')).body).toMatchObject({
      configured: true,
      model: 'fake-image',
      textToImage: true,
      imageToImage: true,
      mayCost: true,
    });
    const preview = await post('/prompt-preview', { style: 'pixel', state: 'sad', customPrompt: 'x' });
    expect(preview.body).toMatchObject({
      success: true,
      mayCost: true,
      prompt: expect.stringContaining('sad'),
    });
    expect(
      (await post('/prompt-preview', { style: 'pixel', state: 'sad', mode: 'motion' })).body.success,
    ).toBe(false);
    expect(models.calls.image).toEqual([]);
  });
});

describe('in public', () => {
  const widgetPet = async () => {
    const reply = await studio.app.inject(`${publicPrefix}/widget-config`);
    return reply.json<{ pet?: unknown }>().pet;
  };
  const choose = (petId: string, enabled = true) =>
    studio.app.inject({
      method: 'POST',
      url: `${consolePrefix}/config/save`,
      headers: { ...asAdmin, 'content-type': 'application/json' },
      payload: JSON.stringify({ pet: { enabled, petId, size: 120 } }),
    });

  test('PET20 PET30 PET47 PET49: pages see the confirmed snapshot of the chosen pet and nothing else', async () => {
    const { drawn, pet, post, remove, candidate } = await open();
    const id = await drawn();
    await choose(id);
    expect(await widgetPet()).toBeUndefined();
    const first = await pet(id);
    await post(`/${id}/background/approve`, master(first));
    const candidateUrl = await candidate(id, 'happy');
    await post(`/${id}/expressions/happy/approve`, { candidateUrl });
    await candidate(id, 'sad');
    await post(`/${id}/background/edge-apply`, { url: first.masterUrl, revision: 1, shrink: 1 });
    expect(await widgetPet()).toEqual({
      id,
      name: 'Momo',
      style: 'soft-3d',
      size: 120,
      masterUrl: first.masterUrl,
      expressions: { happy: candidateUrl },
    });
    await choose(id, false);
    expect(await widgetPet()).toBeUndefined();
    await choose(id);
    expect((await remove(id)).body).toEqual({ success: true });
    expect(await widgetPet()).toBeUndefined();
    const config = await studio.app.inject({ url: `${consolePrefix}/config`, headers: asAdmin });
    expect(config.json()).toMatchObject({ pet: { enabled: true, petId: id } });
  });

  test('PET44 PET49: a built-in skin can be chosen like a pet', async () => {
    const { get } = await open();
    const { presets } = (await get('/presets')).body as { presets?: unknown };
    expect(presets).toHaveLength(3);
    const [skin] = Array.isArray(presets) ? presets : [];
    await choose(skin.id);
    expect(await widgetPet()).toMatchObject({
      id: skin.id,
      masterUrl: `/pet-skins/${skin.id}/master`,
      expressions: { blink: `/pet-skins/${skin.id}/blink` },
    });
    expect((await studio.app.inject('/pet-skins/none/master')).statusCode).toBe(404);
    expect((await studio.app.inject(`/pet-skins/${skin.id}/angry`)).statusCode).toBe(400);
  });
});
