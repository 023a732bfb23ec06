import { adminToken, createTestApp } from '../../test/app.ts';
import { createRecorder, type Examples } from './recorder.ts';

/** Password and token of a first start, which only their owner may change. */
export async function recordAccess(examples: Examples, adminPassword: string): Promise<void> {
  const account = { adminToken, adminPassword, isGenerated: true, where: 'examples' };
  await using app = await createTestApp({ account });
  const { ofConsole } = createRecorder(app, examples);
  await ofConsole('POST /account/password', {
    current: adminPassword,
    next: 'a longer horse, staple and clip',
  });
  await ofConsole('POST /account/generated-token/renew');
}
