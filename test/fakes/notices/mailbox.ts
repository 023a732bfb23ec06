import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server on loopback that takes one user's messages without encryption, or offers STARTTLS with a certificate nobody knows. */
export async function startMailbox({ offersTls = false } = {}) {
  const messages: { readonly from: string; readonly to: string; readonly text: string }[] = [];
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    disabledCommands: offersTls ? [] : ['STARTTLS'],
    onAuth({ username, password }, _session, done) {
      if (username === 'owner' && password === 'right-password') done(null, { user: username });
      else done(new Error(`Invalid login for ${username} with ${password}`));
    },
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        messages.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address).join(),
          text: Buffer.concat(parts).toString(),
        });
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    messages,
    port,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
