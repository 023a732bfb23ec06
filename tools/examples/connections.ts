import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../server/adapters/database/sqlite.ts';
import { openModels } from '../../server/adapters/models/connected-models.ts';
import { createInHouse } from '../../server/adapters/models/in-house/in-house.ts';
import { createInstallations } from '../../server/adapters/models/in-house/install/installations.ts';
import { createModelAdmin } from '../../server/adapters/models/model-admin.ts';
import { createSealing } from '../../server/adapters/sealing.ts';
import { createTestApp } from '../../test/app.ts';
import { createFakeHost } from '../../test/fakes/host.ts';
import { startFileServer } from '../../test/fakes/in-house/file-server.ts';
import { toyModel } from '../../test/fakes/in-house/toy-model.ts';
import { createTestLog } from '../../test/fakes/log.ts';
import { startReceiver } from '../../test/fakes/notices/receiver.ts';
import { startFakeProvider } from '../../test/fakes/provider/provider.ts';
import { articles } from './site.ts';
import { createRecorder, until, type Examples } from './recorder.ts';

/** Models and notices as an administrator connects them, with other servers of this machine. Returns their addresses as examples show them. */
export async function recordConnections(examples: Examples): Promise<ReadonlyMap<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-examples-'));
  await using provider = await startFakeProvider();
  await using receiver = await startReceiver();
  const { contents, manifest } = toyModel();
  await using hub = await startFileServer({
    '/toys/toy/resolve/abc/onnx/model_quantized.onnx': contents['model.onnx'],
    '/toys/toy/resolve/abc/tokenizer.json': contents['tokenizer.json'],
  });
  const log = createTestLog();
  const path = join(folder, 'models.json');
  const inHouseDir = join(folder, 'models');
  const connected = openModels({
    path,
    isRequired: false,
    variables: {},
    log,
    inHouse: createInHouse(inHouseDir),
  });
  const sealing = createSealing({ secretKey: 'secret of the examples', path: join(folder, 'secret.key') });
  const registry = { hubs: [], models: [manifest] };
  {
    await using app = await createTestApp({
      host: createFakeHost(articles),
      db: openSqlite(join(folder, 'docent.sqlite')),
      models: connected,
      modelAdmin: createModelAdmin({ connected, path, variables: {}, sealing }),
      inHouse: createInstallations({ folder: inHouseDir, hub: hub.origin, registry, log, native: false }),
    });
    const { ofConsole } = createRecorder(app, examples);
    const place = { baseUrl: provider.url, key: provider.key };
    const model = { kind: 'chat', ...place, model: 'talker' };
    const name = { name: 'talker' };
    await ofConsole('POST /connected-models/offered', place);
    await ofConsole('POST /connected-models/try', model);
    await ofConsole('PUT /connected-models/{name}', model, name);
    await ofConsole('POST /connected-models/arrange', { defaults: { chat: 'talker' } });
    await ofConsole('POST /evaluations/trials', { model: name.name });
    await ofConsole('DELETE /connected-models/{name}', undefined, name);

    const ofHouse = { id: manifest.id };
    const isInstalled = ({ models }: { readonly models?: { readonly installed: boolean }[] }) =>
      models?.[0]?.installed === true;
    await ofConsole('POST /connected-models/in-house/{id}/install', undefined, ofHouse);
    await until(() => ofConsole('GET /connected-models/in-house'), isInstalled);
    await ofConsole('POST /connected-models/in-house/{id}/stop', undefined, ofHouse);
    await ofConsole('DELETE /connected-models/in-house/{id}', undefined, ofHouse);

    await ofConsole('POST /notices/try', {
      channel: 'webhook',
      webhook: { enabled: true, shape: 'json', address: receiver.address, privateAddresses: true },
    });
  }
  await rm(folder, { recursive: true });
  return new Map([
    [provider.key, 'sk-…'],
    [new URL(provider.url).origin, 'https://models.example.org'],
    [new URL(receiver.address).origin, 'https://notices.example.org'],
  ]);
}
