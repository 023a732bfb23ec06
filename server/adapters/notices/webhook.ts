import { serviceVersion } from '../../kit/version.ts';
import { Agent, fetch } from 'undici';
import { explained } from '../../kit/explained.ts';
import { invalid } from '../../kit/fault.ts';
import type { NoticeChannels, WebhookCall } from '../../ports/notice-channels.ts';
import { timeoutSignal } from '../../work/timeout.ts';
import { firstBytes } from '../first-bytes.ts';
import { connectionFault, lookupFor, refusePrivate } from './connection.ts';

/** Maximum of bytes read of a reply. */
const replyBytes = 16_000;

/** Sends one message to a webhook. Redirects are not followed, since the address contains the secret that identifies the sender. */
export async function postWebhook(
  call: WebhookCall,
  signal: AbortSignal,
  limitMs: number,
): ReturnType<NoticeChannels['post']> {
  const url = new URL(call.address);
  refusePrivate(url.hostname, call.mayBePrivate);
  const agent = new Agent({ connect: { lookup: lookupFor(call.mayBePrivate), timeout: limitMs } });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'user-agent': `Docent/${serviceVersion} (notices)`, ...call.headers },
      body: call.body,
      redirect: 'manual',
      dispatcher: agent,
      signal: timeoutSignal(limitMs, signal),
    });
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400)
      throw invalid(
        explained('notice_redirects', { host: URL.parse(location ?? '', url.href)?.host ?? url.host }),
      );
    const { bytes } = await firstBytes(response.body, replyBytes);
    return { status: response.status, text: new TextDecoder().decode(bytes) };
  } catch (error) {
    throw connectionFault(error, url.hostname, signal);
  } finally {
    await agent.destroy();
  }
}
