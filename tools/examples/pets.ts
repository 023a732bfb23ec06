import { isEnded, until, type Fields, type Recorder } from './recorder.ts';

/** A pet from its first drawing to its removal, as the studio of the console asks. */
export async function recordPets({ ofConsole, formOfConsole }: Recorder): Promise<void> {
  for (const path of ['presets', 'policies', 'model-status']) await ofConsole(`GET /pets/${path}`);
  const done = async ({ jobId }: Fields) =>
    until(() => ofConsole('GET /pets/jobs/{jobId}', undefined, { jobId: String(jobId) }), isEnded);

  await ofConsole('POST /pets/prompt-preview', { style: 'soft-3d', customPrompt: 'A red fox with a scarf' });
  const started = await formOfConsole('POST /pets/generate', {
    name: 'Momo',
    style: 'soft-3d',
    customPrompt: 'A red fox with a scarf',
  });
  await done(started);
  const id = String(started['petId']);
  const shown = async (): Promise<Fields> => {
    const { pets = [] } = await ofConsole('GET /pets/list');
    return pets.find((pet: Fields) => pet['id'] === id) ?? {};
  };
  const master = async () => {
    const { masterUrl, masterRevision } = await shown();
    return { masterUrl, masterRevision };
  };
  const strokes = [{ radius: 12, points: [[4, 4]] }];

  // The base image.
  for (const path of ['background/cleanup', 'cleanup-background'])
    await done(await ofConsole(`POST /pets/{id}/${path}`, { ...(await master()), strokes }, { id }));
  await ofConsole('POST /pets/{id}/background/reset', await master(), { id });
  const edge = async () => {
    const { masterUrl, masterRevision } = await master();
    return { url: masterUrl, revision: masterRevision, shrink: 1, dewhite: 20 };
  };
  await ofConsole('POST /pets/{id}/background/edge-preview', await edge(), { id });
  await ofConsole('POST /pets/{id}/background/edge-apply', await edge(), { id });
  await ofConsole('POST /pets/{id}/background/approve', await master(), { id });
  await ofConsole('POST /pets/{id}/rename', { name: 'Momo the fox' }, { id });

  // Its expressions.
  const happy = { id, state: 'happy' };
  const candidate = async () => ({ candidateUrl: (await shown())['candidates']?.happy?.url });
  const region = { centerX: 0.5, centerY: 0.4, width: 0.5, height: 0.4, feather: 0.15 };
  await done(await ofConsole('POST /pets/{id}/regenerate', region, { id }));
  const wished = { ...region, state: 'happy', mode: 'face', customPrompt: 'A broad smile' };
  await done(await ofConsole('POST /pets/{id}/expressions/generate', wished, { id }));
  await done(
    await ofConsole(
      'POST /pets/{id}/expressions/{state}/cleanup',
      { ...(await candidate()), strokes },
      happy,
    ),
  );
  await ofConsole('POST /pets/{id}/expressions/{state}/reset', await candidate(), happy);
  await ofConsole('POST /pets/{id}/expressions/{state}/approve', await candidate(), happy);
  const published = { candidateUrl: (await shown())['confirmed']?.expressions?.happy };
  await ofConsole('POST /pets/{id}/expressions/{state}/edit', published, happy);
  await ofConsole('POST /pets/{id}/expressions/{state}/cancel-edit', await candidate(), happy);

  await done(
    await formOfConsole('POST /pets/{id}/regenerate-master', { customPrompt: 'Without the scarf' }, { id }),
  );
  await ofConsole('DELETE /pets/{id}', undefined, { id });
}
