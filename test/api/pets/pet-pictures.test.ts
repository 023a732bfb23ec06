import { afterEach, describe, expect, test } from 'vitest';
import { createModels } from '../../../server/adapters/models/models.ts';
import { createImageProcessor } from '../../../server/features/pets/images/image-processor.ts';
import { decodeImage, encodePng } from '../../../server/imaging/image.ts';
import { formOf, master, openStudio, type Studio } from './pet-studio.ts';

/* The whole way with real pixels: threads work on the pictures. */

let studio: Studio;
afterEach(async () => {
  await studio.app[Symbol.asyncDispose]();
  expect(studio.app.log.errors).toEqual([]);
});

/** A picture as a model draws one: a ball on a white ground. */
function orangeBall() {
  const side = 96;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (let y = 0, at = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1, at += 4)
      if (Math.hypot(x - side / 2, y - side / 2) < side / 3) data.set([230, 120, 40], at);
  return encodePng({ width: side, height: side, data });
}

const pixelsOf = async (url: string) => {
  const bytes = await studio.host.getImage(url);
  if (!bytes) throw new Error(`no image at ${url}`);
  return decodeImage(bytes);
};

describe.each(['soft-3d', 'pixel'])('a %s pet', (style) => {
  test('PET8 PET10 PET15 PET44: cleaning clears the selected alpha and nothing else', async () => {
    const ball = await orangeBall();
    studio = await openStudio({ image: () => ball }, { imageProcessor: createImageProcessor() });
    const { post, drawn: draw, done, pet } = studio;
    const petId = await draw({ style });

    const drawn = await pet(petId);
    const before = await pixelsOf(drawn.masterUrl);
    expect([drawn.width, drawn.height]).toEqual([before.width, before.height]);
    const middle = Math.floor(before.height / 2) * before.width;
    const runs = [
      [0, 5],
      [middle, before.width],
      [before.width * before.height - 1, 1],
    ] as const;
    const mask = { width: before.width, height: before.height, runs };
    await done(await post(`/${petId}/background/cleanup`, { ...master(drawn), mask }));

    const cleaned = await pet(petId);
    const after = await pixelsOf(cleaned.masterUrl);
    const expected = before.data.slice();
    for (const [start, length] of runs)
      for (let at = start; at < start + length; at += 1) expected[at * 4 + 3] = 0;
    expect([after.width, after.height]).toEqual([before.width, before.height]);
    expect(Buffer.compare(after.data, expected)).toBe(0);
    expect(Buffer.compare(after.data, before.data)).not.toBe(0);

    const edge = { url: cleaned.masterUrl, revision: cleaned.masterRevision, shrink: 1, dewhite: 20 };
    const { body } = await post(`/${petId}/background/edge-preview`, edge);
    const preview = Buffer.from(String(body['image']).replace('data:image/png;base64,', ''), 'base64');
    expect(await decodeImage(preview)).toMatchObject({ width: before.width, height: before.height });
  });
});

test('PET12 PET44: the built-in draws for nothing; expressions keep the size and change the face', async () => {
  studio = await openStudio({}, { models: createModels(), imageProcessor: createImageProcessor() });
  const { get, post, postForm, done, pet } = studio;
  expect((await get('/model-status')).body).toMatchObject({ model: 'builtin-illustrator', mayCost: false });
  const reply = await postForm('/generate', formOf({ style: 'pixel', customPrompt: 'A grey cat' }, []));
  expect(reply.body).toMatchObject({ success: true, mayCost: false });
  const { petId } = await done(reply);
  const { masterUrl, width, height } = await pet(petId);
  await done(await post(`/${petId}/regenerate`));
  const composed = (await pet(petId)).candidates.happy;
  await done(await post(`/${petId}/expressions/generate`, { state: 'happy' }));
  const drawnOver = (await pet(petId)).candidates.happy;
  const before = await pixelsOf(masterUrl);
  for (const candidate of [composed, drawnOver]) {
    const happy = await pixelsOf(candidate?.url ?? '');
    expect([happy.width, happy.height]).toEqual([width, height]);
    expect(Buffer.compare(happy.data, before.data)).not.toBe(0);
  }
});
