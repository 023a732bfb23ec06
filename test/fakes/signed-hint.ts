import { createHmac } from 'node:crypto';

/** The secret of hints that a test's site and host share. */
export const hintSecret = 'a secret of both sides';

/** A hint as a platform sends it: its body, signed now with the secret of both sides. */
export function signedHint(secret: string, content: object = {}) {
  const body = JSON.stringify(content);
  const time = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return {
    headers: { 'x-docent-time': time, 'x-docent-signature': `sha256=${signature}` },
    body: Buffer.from(body),
  };
}
