import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { sendMail } from './mail.ts';

const mail = { from: 'a@example.org', to: 'b@example.org', subject: 's', text: 't', id: 'id' };

test('NT7: a mail server that says nothing is left when its time is over, or when the service stops', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const to = {
    host: '127.0.0.1',
    port,
    security: 'none',
    user: '',
    password: '',
    mayBePrivate: true,
  } as const;
  const stopping = new AbortController();
  await expect(sendMail(to, mail, stopping.signal, 200)).rejects.toMatchObject({
    explanation: { code: 'notice_slow' },
  });
  const waiting = sendMail(to, mail, stopping.signal, 60_000);
  stopping.abort(new Error('stopping'));
  await expect(waiting).rejects.toThrow('stopping');
  for (const socket of sockets) socket.destroy();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});
