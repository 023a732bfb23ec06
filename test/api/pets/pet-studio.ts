import { expect } from 'vitest';
import { consolePrefix } from '../../../contract/api.ts';
import { PetJob, type Pet } from '../../../contract/pets/record.ts';
import type { Ports } from '../../../server/app.ts';
import { asAdmin, createTestApp } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { createFakeModels, type FakeScript } from '../../fakes/models.ts';
import { createFakeImageProcessor } from '../../fakes/image-processor.ts';
import { plainPng } from '../../fakes/png.ts';

/** A reply of the pet group, read. */
export interface PetReply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> & {
    readonly success: boolean;
    readonly message?: string;
    readonly jobId?: string;
  };
}

export const photo = plainPng(12, 10, [90, 60, 30, 255]);

/** A form as a browser sends it. */
export function formOf(
  fields: Readonly<Record<string, string>>,
  files: readonly (readonly [name: string, bytes: Uint8Array])[] = [['file', photo]],
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, bytes] of files) form.append(name, new Blob([new Uint8Array(bytes)]), 'photo.png');
  return form;
}

/** The service with a studio for pets, and what its administrator does there. */
export async function openStudio(script: FakeScript = {}, ports: Partial<Ports> = {}) {
  const models = createFakeModels(script);
  const host = createFakeHost([]);
  const clock = { time: Date.parse('2026-07-01T12:00:00Z'), now: () => clock.time };
  const app = await createTestApp({
    models,
    host,
    clock,
    imageProcessor: createFakeImageProcessor(),
    ...ports,
  });

  const read = (reply: { statusCode: number; body: string }): PetReply => ({
    status: reply.statusCode,
    body: JSON.parse(reply.body),
  });
  const get = async (path: string) =>
    read(await app.inject({ url: `${consolePrefix}/pets${path}`, headers: asAdmin }));
  const post = async (path: string, payload: unknown = {}) =>
    read(
      await app.inject({
        method: 'POST',
        url: `${consolePrefix}/pets${path}`,
        headers: { ...asAdmin, 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      }),
    );
  const send = async (path: string, body: Uint8Array | string, contentType: string) =>
    read(
      await app.inject({
        method: 'POST',
        url: `${consolePrefix}/pets${path}`,
        headers: { ...asAdmin, 'content-type': contentType },
        payload: Buffer.from(body),
      }),
    );
  const postForm = async (path: string, form: FormData) => {
    const encoded = new Response(form);
    return send(path, new Uint8Array(await encoded.arrayBuffer()), encoded.headers.get('content-type') ?? '');
  };
  const remove = async (id: string, query = '') =>
    read(
      await app.inject({ method: 'DELETE', url: `${consolePrefix}/pets/${id}${query}`, headers: asAdmin }),
    );

  const job = async (id: string) => PetJob.parse((await get(`/jobs/${id}`)).body);
  /** The job that a reply names, when it has ended. */
  const ended = async (reply: PetReply) => {
    expect(reply.body).toMatchObject({ success: true, jobId: expect.any(String) });
    const id = reply.body.jobId ?? '';
    await expect.poll(async () => (await job(id)).status, { interval: 5 }).not.toBe('pending');
    return job(id);
  };
  const done = async (reply: PetReply) => {
    const finished = await ended(reply);
    expect(finished).toMatchObject({ status: 'done', progress: { stage: 'done' } });
    return finished;
  };
  const pets = async () => {
    const { body } = await get('/list');
    return Array.isArray(body['pets']) ? body['pets'].map((pet: Pet) => pet) : [];
  };
  const pet = async (id: string): Promise<Pet> => {
    const found = (await pets()).find((one) => one.id === id);
    if (!found) throw new Error(`no pet ${id}`);
    return found;
  };

  /** A new pet whose master waits for review. */
  const drawn = async (fields: Readonly<Record<string, string>> = {}) => {
    const { petId } = await done(await postForm('/generate', formOf({ name: 'Momo', ...fields })));
    return petId;
  };
  /** A new pet in public. */
  const published = async (fields?: Readonly<Record<string, string>>) => {
    const id = await drawn(fields);
    expect((await post(`/${id}/background/approve`, master(await pet(id)))).body.success).toBe(true);
    return id;
  };
  /** Draws the candidate of an expression and resolves with its address. */
  const candidate = async (id: string, state: 'blink' | 'happy' | 'sad' | 'thinking') => {
    await done(await post(`/${id}/expressions/generate`, { state }));
    return (await pet(id)).candidates[state]?.url ?? '';
  };

  const studio = {
    get,
    post,
    send,
    postForm,
    remove,
    job,
    ended,
    done,
    pets,
    pet,
    drawn,
    published,
    candidate,
  };
  return { app, models, host, clock, ...studio };
}

export type Studio = Awaited<ReturnType<typeof openStudio>>;

/** The fields that say which master was looked at. */
export const master = ({ masterUrl, masterRevision }: Pet) => ({ masterUrl, masterRevision });
