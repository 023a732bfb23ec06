import { connect, isIP, type Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { explained } from '../../kit/explained.ts';
import { invalid, unavailable } from '../../kit/fault.ts';
import { redact } from '../../kit/redact.ts';
import type { Mail, MailServer } from '../../ports/notice-channels.ts';
import { withTimeout } from '../../work/timeout.ts';
import { connectionFault, lookupFor, refusePrivate } from './connection.ts';

/** Idle timeout of the connection. */
const silenceMs = 15_000;
/** Maximum length of a server's reply that is kept. */
const wordsLength = 300;

/** Sends one message by SMTP. */
export async function sendMail(
  server: MailServer,
  mail: Mail,
  signal: AbortSignal,
  limitMs: number,
): Promise<void> {
  refusePrivate(server.host, server.mayBePrivate);
  let socket: Socket | undefined;
  try {
    await withTimeout(limitMs, signal, async (limit) => {
      socket = await connected(server, limit);
      await send(socket, server, mail);
    });
  } catch (error) {
    throw signal.aborted
      ? signal.reason
      : (mailFault(error, server) ?? connectionFault(error, server.host, signal));
  } finally {
    socket?.destroy();
  }
}

function connected({ host, port, mayBePrivate }: MailServer, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup: lookupFor(mayBePrivate) });
    const stop = () => socket.destroy(signal.reason instanceof Error ? signal.reason : undefined);
    signal.addEventListener('abort', stop, { once: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      signal.removeEventListener('abort', stop);
      socket.removeListener('error', reject);
      resolve(socket);
    });
  });
}

async function send(
  connection: Socket,
  server: MailServer,
  { from, to, subject, text, id }: Mail,
): Promise<void> {
  const { host, port, security, user, password } = server;
  const transport = createTransport({
    connection,
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(isIP(host) === 0 && { tls: { servername: host } }),
    ...(user !== '' && { auth: { user, pass: password } }),
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({ from, to, subject, text, messageId: `<${id}@${from.split('@').at(-1)}>` });
  } finally {
    transport.close();
  }
}

/** The Fault for a mail server's error reply; `undefined` for failures of the connection. */
function mailFault(error: unknown, { user, password }: MailServer) {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const response = 'response' in error && typeof error.response === 'string' ? error.response : error.message;
  const clean = [password, user].reduce(
    (text, secret) => (secret.length > 2 ? text.replaceAll(secret, '***') : text),
    response,
  );
  const reply = redact(clean).replaceAll(/\s+/g, ' ').slice(0, wordsLength);
  switch (error.code) {
    case 'EAUTH':
      return invalid(explained('mail_login', { reply }));
    case 'EENVELOPE':
    case 'EMESSAGE':
      return unavailable(explained('mail_refused', { reply }), error);
    case 'EPROTOCOL':
      return unavailable(explained('mail_odd', { reply }), error);
    case 'ETLS':
      return isRefusedUpgrade(error) ? unavailable(explained('mail_no_encryption'), error) : undefined;
    default:
      return undefined;
  }
}

const isRefusedUpgrade = (error: Error) => 'response' in error || /STARTTLS/i.test(error.message);
