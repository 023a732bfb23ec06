import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testEngines } from '../../../test/databases.ts';
import { createFakeHost, type FakeHost } from '../../../test/fakes/host.ts';
import { createTestLog } from '../../../test/fakes/log.ts';
import { createFakeModels } from '../../../test/fakes/models.ts';
import { createFakeImageProcessor } from '../../../test/fakes/image-processor.ts';
import { plainPng } from '../../../test/fakes/png.ts';
import type { Database } from '../../kit/database.ts';
import { forbidden, unavailable } from '../../kit/fault.ts';
import { createJobs, jobLeaseMs, jobMigrations } from '../../work/jobs.ts';
import { createLocks, lockMigrations } from '../../work/lock.ts';
import type { RequestContext } from '../../http/implement.ts';
import { changeMigrations, createChanges } from '../changes/changes.ts';
import { createPets, type PetsDeps } from './pets.ts';
import { newPet } from './review.ts';
import { createPetStore, petMigrations } from './store.ts';
import { fakeLiveness } from '../../../test/fakes/liveness.ts';

const photo = plainPng(12, 10, [90, 60, 30, 255]);
const hourMs = 60 * 60 * 1000;
const gate = () => Promise.withResolvers<void>();

describe.each(testEngines)('pets on %s', (_, openDatabase) => {
  let db: Database;
  let host: FakeHost;
  let time = 1_000_000_000_000;
  const log = createTestLog();
  const clock = { now: () => time };
  const opened: { close(): Promise<void> }[] = [];

  beforeEach(async () => {
    time = 1_000_000_000_000;
    db = await openDatabase();
    host = createFakeHost([]);
    await db.migrate([...jobMigrations, ...lockMigrations, ...petMigrations, ...changeMigrations]);
  });
  afterEach(async () => {
    for (const process of opened.splice(0)) await process.close();
    await db.close();
    expect(log.errors).toEqual([]);
  });

  /** A process of the service, with its operations by name. */
  const processOf = (owner: string, more: Partial<PetsDeps> = {}) => {
    const jobs = createJobs({ db, clock, log, liveness: fakeLiveness(owner) });
    const models = createFakeModels();
    opened.push(jobs);
    const pets = createPets({
      db,
      host,
      models,
      imageProcessor: createFakeImageProcessor(),
      presets: { names: [], image: async () => undefined },
      jobs,
      locks: createLocks(db, clock, fakeLiveness(owner)),
      historyOf: createChanges({ db, clock }).historyOf,
      clock,
      log,
      ...more,
    });
    const call = async (name: string, params: object = {}, body: object = {}): Promise<any> =>
      pets.routes[0]?.handlers[name]?.({ params, query: {}, body }, {
        signal: new AbortController().signal,
        by: 'operator',
      } as RequestContext);
    const statusOf = async (jobId: string) => (await call('job', { jobId })).status;
    const ended = async ({ jobId }: { jobId: string }) => {
      await expect.poll(() => statusOf(jobId), { interval: 5 }).not.toBe('pending');
      return call('job', { jobId });
    };
    const form = {
      name: 'Momo',
      style: 'soft-3d',
      customPrompt: '',
      withExpressions: false,
      policyId: '',
      file: photo,
    };
    const drawn = async (): Promise<string> => {
      const started = await call('generate', {}, form);
      expect(await ended(started)).toMatchObject({ status: 'done' });
      return started.petId;
    };
    const pet = async (id: string) => (await call('list')).pets.find((one: { id: string }) => one.id === id);
    const approve = async (id: string) => {
      const { masterUrl, masterRevision } = await pet(id);
      return call('approveMaster', { id }, { masterUrl, masterRevision });
    };
    return { jobs, models, pets, call, ended, drawn, pet, approve, form };
  };

  /** A slow model that ignores its signal. */
  const slowModel = () => {
    const may = gate();
    const begun = gate();
    const models = createFakeModels();
    return {
      may,
      begun,
      models: {
        ...models,
        image: async (call: Parameters<typeof models.image>[0]) => {
          const answer = models.image(call);
          begun.resolve();
          await may.promise;
          return answer;
        },
      },
    };
  };

  test('PET45 PET31: a job of a process that died has failed, the pet is as before and free again', async () => {
    const first = processOf('first');
    const id = await first.drawn();
    const before = await first.pet(id);
    const slow = slowModel();
    const dying = processOf('dying', { models: slow.models });
    const { jobId } = await dying.call('regenerateMaster', { id }, { ...first.form, style: undefined });
    await slow.begun.promise;

    const next = processOf('next');
    await expect(next.approve(id)).rejects.toThrow('please wait');
    expect((await next.pet(id)).processing).toMatchObject({ jobId });
    time += jobLeaseMs + 1;
    await next.jobs.start();
    expect(await next.call('job', { jobId })).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('restarted'),
    });
    slow.may.resolve();
    await dying.jobs.close();
    expect(await next.pet(id)).toEqual(before);
    expect((await next.approve(id)).pet.masterStatus).toBe('confirmed');
    expect(slow.models.calls.image).toHaveLength(1);
    expect(next.models.calls.image).toHaveLength(0);
  });

  test('PET45: stopping ends the job and records nothing', async () => {
    const slow = slowModel();
    const stopping = processOf('stopping', { models: slow.models });
    const { jobId } = await stopping.call('generate', {}, stopping.form);
    await slow.begun.promise;
    const closed = stopping.jobs.close();
    slow.may.resolve();
    await closed;
    const next = processOf('next');
    expect(await next.call('job', { jobId })).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('stopped'),
    });
    expect((await next.call('list')).pets).toEqual([]);
    expect(slow.models.calls.image).toHaveLength(1);
  });

  test('PET31: two processes never change one pet at the same time', async () => {
    const [one, two] = [processOf('one'), processOf('two')];
    const id = await one.drawn();
    const { masterUrl, masterRevision } = await one.pet(id);
    const shown = { masterUrl, masterRevision };
    const tries = await Promise.allSettled([
      one.call('resetMaster', { id }, shown),
      two.call('resetMaster', { id }, shown),
      one.call('rename', { id }, { name: 'Bo' }),
      two.call('composeExpressions', { id }),
      one.call('composeExpressions', { id }),
    ]);
    const refusals = tries.flatMap((tried) =>
      tried.status === 'rejected' ? [String(tried.reason.message)] : [],
    );
    expect(refusals.length).toBeLessThan(5);
    for (const refusal of refusals) expect(refusal).toMatch(/please wait|refresh/);
    const resets = tries.slice(0, 2).filter(({ status }) => status === 'fulfilled');
    expect(resets.length).toBeLessThanOrEqual(1);
    expect((await one.pet(id)).masterRevision).toBe(1 + resets.length);
  });

  test('PET31: the first change wins and the other must refresh, also after the lease has expired', async () => {
    const store = createPetStore(db);
    const picture = { id: 'a', url: '/a.png', width: 8, height: 8 };
    const record = newPet({ id: 'pet', name: 'Momo', style: 'flat', policyId: '', picture }, time);
    await store.insert(record);
    expect(await store.read('pet')).toEqual({ record, version: 1 });
    const writes = await Promise.all([
      store.replace({ ...record, name: 'One' }, 1),
      store.replace({ ...record, name: 'Two' }, 1),
    ]);
    expect(writes.toSorted()).toEqual([false, true]);
    expect(await store.remove('pet', 1)).toBe(false);
    expect(await store.remove('pet', 2)).toBe(true);
    expect(await store.read('pet')).toBeUndefined();
  });

  test('PET46: images go when they are ours, older than an hour and used by no pet', async () => {
    const { call, drawn, ended, pet, approve, pets } = processOf('one');
    const foreign = await host.putImage({ bytes: photo, mediaType: 'image/png', fileName: 'x.png' }, '', '');
    const [kept, deleted] = [await drawn(), await drawn()];
    await approve(kept);
    await ended(await call('composeExpressions', { id: kept }));
    const { candidates } = await pet(kept);
    await call('approveExpression', { id: kept, state: 'happy' }, { candidateUrl: candidates.happy.url });
    const shown = await pet(kept);
    const edge = { state: '', url: shown.masterUrl, revision: shown.masterRevision, shrink: 1, dewhite: 0 };
    await call('applyEdge', { id: kept }, edge);
    const { masterUrl: lost } = await pet(deleted);
    await call('remove', { id: deleted });

    await pets.everyDay();
    expect(host.images.has(lost)).toBe(true);
    time += hourMs + 1;
    await pets.everyDay();
    const now = await pet(kept);
    const used = [
      foreign.url,
      now.masterUrl,
      now.confirmed.masterUrl,
      now.confirmed.expressions.happy,
      ...Object.values(now.candidates).map((candidate) => (candidate as { url: string }).url),
    ];
    expect([...host.images.keys()].toSorted()).toEqual(used.map(String).toSorted());
  });

  test('PET46: an image that the host cannot delete now is deleted another day; one it refuses is left alone', async () => {
    let failure: Error | undefined = unavailable('The host is away');
    let asked = 0;
    const { drawn, call, pet, pets } = processOf('one', {
      host: {
        ...host,
        deleteImage: async (id) => {
          asked += 1;
          if (failure) throw failure;
          await host.deleteImage(id);
        },
      },
    });
    const id = await drawn();
    const { masterUrl } = await pet(id);
    await call('remove', { id });
    time += hourMs + 1;
    await pets.everyDay();
    expect(host.images.has(masterUrl)).toBe(true);
    failure = undefined;
    await pets.everyDay();
    expect(host.images.has(masterUrl)).toBe(false);

    const other = await drawn();
    await call('remove', { id: other });
    time += hourMs + 1;
    failure = forbidden('Not yours');
    await pets.everyDay();
    await pets.everyDay();
    expect(asked).toBe(3);
  });

  test('a photo is kept for the work and no longer, whatever becomes of it', async () => {
    const { call, drawn, ended, models, form, jobs } = processOf('one');
    await drawn();
    models.fail('image', unavailable('No'));
    expect(await ended(await call('generate', {}, form))).toMatchObject({ status: 'failed' });
    const uploads = () =>
      db.query.withTables<{ pet_uploads: { id: string } }>().selectFrom('pet_uploads').selectAll().execute();
    expect(await uploads()).toEqual([]);

    const store = createPetStore(db);
    await store.uploads.add('left', photo, time);
    expect(Buffer.from((await store.uploads.read('left')) ?? [])).toEqual(Buffer.from(photo));
    time += hourMs;
    await processOf('two').pets.everyDay();
    expect(await uploads()).toEqual([]);
    await jobs.close();
    await expect(call('generate', {}, form)).rejects.toThrow('stopping');
    expect(await uploads()).toEqual([]);
  });

  test('PET45: an image that the host has lost, or will not take, fails the work and changes nothing', async () => {
    const { drawn, pet, call, ended } = processOf('one');
    const id = await drawn();
    const before = await pet(id);
    const { call: callLost } = processOf('lost', { host: { ...host, getImage: async () => undefined } });
    const edge = { state: '', url: before.masterUrl, revision: 1, shrink: 1, dewhite: 0 };
    await expect(callLost('previewEdge', { id }, edge)).rejects.toThrow('no longer in the attachment store');
    const full = processOf('full', {
      host: {
        ...host,
        putImage: async () => {
          throw unavailable('The disk is full');
        },
      },
    });
    const failed = await full.ended(await full.call('composeExpressions', { id }));
    expect(failed).toMatchObject({ status: 'failed', message: 'The disk is full' });
    expect(await pet(id)).toEqual(before);
    expect(await ended(await call('composeExpressions', { id }))).toMatchObject({ status: 'done' });
  });
});
