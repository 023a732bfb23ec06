import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImageCall } from '../../../ports/models.ts';
import { specFor } from '../../../../test/fakes/model-spec.ts';
import { PNG_DOT } from '../../../../test/fakes/provider/quirks.ts';
import { startQuirksServer, type QuirksServer } from '../../../../test/fakes/provider/quirks-server.ts';
import { createOpenai } from './openai.ts';

let server: QuirksServer;
beforeAll(async () => void (server = await startQuirksServer()));
afterAll(() => server[Symbol.asyncDispose]());

const draw = (model: string, call: Partial<ImageCall> = {}) =>
  createOpenai({ retryBaseMs: 1 }).image(specFor(server.url, { kind: 'image', model }))({
    model: '',
    scenario: 'pet_master',
    prompt: 'a cat',
    width: 512,
    height: 256,
    signal: new AbortController().signal,
    ...call,
  });

describe('pictures', () => {
  it.each(['picture', 'picture-data-url', 'picture-here', 'picture-refuses-format'])(
    '%s is bytes',
    async (model) => {
      const { images } = await draw(model);
      expect(images.map((image) => Buffer.from(image))).toEqual([PNG_DOT]);
    },
  );

  it('are asked for by prompt and size', async () => {
    const { usage } = await draw('picture');
    expect(usage).toEqual({ promptTokens: 4, completionTokens: 9 });
    expect(server.seen.at(-1)).toMatchObject({
      path: '/v1/images/generations',
      fields: { model: 'picture', prompt: 'a cat', n: 1, size: '512x256', response_format: 'b64_json' },
    });
  });

  it('are edited by a form with the image and its mask', async () => {
    await draw('picture', {
      image: { bytes: Buffer.from('photo bytes'), mediaType: 'image/jpeg' },
      mask: Buffer.from('mask bytes'),
    });
    const { path, headers, raw } = server.seen.at(-1) ?? {};
    const form = String(raw);
    expect(path).toBe('/v1/images/edits');
    expect(headers?.['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(form).toMatch(
      /name="image"; filename="image.jpg"\r\nContent-Type: image\/jpeg\r\n\r\nphoto bytes/i,
    );
    expect(form).toMatch(/name="mask"; filename="mask.png"\r\nContent-Type: image\/png\r\n\r\nmask bytes/i);
    expect(form).toMatch(/name="size"\r\n\r\n512x256/);
  });

  it.each([
    ['picture-elsewhere', /another server/],
    ['picture-of-text', /no PNG/],
    ['picture-none', /no picture/],
    ['picture-500', /HTTP 500/],
  ])('%s is a Fault upstream', async (model, message) => {
    await expect(draw(model)).rejects.toMatchObject({
      code: 'upstream',
      message: expect.stringMatching(message),
    });
  });

  it('US8: that were made and cannot be fetched are answered, not free', async () => {
    await expect(draw('picture-gone')).rejects.toMatchObject({
      code: 'upstream',
      details: { answered: 1 },
    });
  });

  it('that failed are not paid for twice', async () => {
    const before = server.seen.length;
    await expect(draw('picture-500')).rejects.toMatchObject({ code: 'upstream' });
    expect(server.seen).toHaveLength(before + 1);
  });
});
