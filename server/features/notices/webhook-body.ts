import { createHmac } from 'node:crypto';
import type { WebhookShape } from '../../../contract/operator/notices.ts';
import { isRecord, parseRecord } from '../../kit/json.ts';
import { withoutEnd } from '../../kit/scan/edges.ts';
import type { Notice } from './notice.ts';
import type { NoticeSite, Worded } from './texts.ts';

/** Content of a webhook call. */
export interface WebhookNotice {
  readonly id: string;
  /** Time of the event in epoch milliseconds. */
  readonly at: number;
  readonly notice: Notice;
  readonly words: Worded;
  readonly site: NoticeSite;
}

/** Maximum size of a message by service, in UTF-8 bytes. */
const maxBytes: Readonly<Record<Exclude<WebhookShape, 'json'>, number>> = {
  slack: 12_000,
  discord: 1_900,
  feishu: 12_000,
  dingtalk: 12_000,
  wecom: 2_000,
};

/** Address and body of a call in the receiver's format, with the signature that a chat service requires. */
export function webhookBody(
  told: WebhookNotice,
  { shape, address, secret = '' }: { shape: WebhookShape; address: string; secret?: string | undefined },
  now: number,
): { readonly address: string; readonly body: string } {
  const say = (value: unknown, at = address) => ({ address: at, body: JSON.stringify(value) });
  if (shape === 'json') return say(ownFields(told));
  const content = cut(told.words.message, maxBytes[shape]);
  switch (shape) {
    case 'slack':
      return say({ text: cut(escaped(content), maxBytes.slack) });
    case 'discord':
      return say({ content, allowed_mentions: { parse: [] } });
    case 'feishu': {
      const timestamp = String(Math.floor(now / 1000));
      const sign = secret && hmac(`${timestamp}\n${secret}`, '');
      return say({ msg_type: 'text', content: { text: content }, ...(sign && { timestamp, sign }) });
    }
    case 'dingtalk': {
      const url = new URL(address);
      if (secret) {
        url.searchParams.set('timestamp', String(now));
        url.searchParams.set('sign', hmac(secret, `${now}\n${secret}`));
      }
      return say({ msgtype: 'text', text: { content } }, url.href);
    }
    case 'wecom':
      return say({ msgtype: 'text', text: { content } });
  }
}

function ownFields({ id, at, notice, words, site }: WebhookNotice) {
  return {
    id,
    event: notice.event,
    phase: notice.phase,
    at: new Date(at).toISOString(),
    site: site.title,
    title: words.title,
    text: words.text,
    subject: notice.subject,
    figures: notice.figures,
    ...(notice.questions && { questions: notice.questions }),
    ...(notice.gaps && { gaps: notice.gaps }),
    console: site.console,
  };
}

/** Headers by which a receiver can verify sender and time; signed are the time in seconds, a full stop and the body. */
export function signedHeaders(
  body: string,
  { id, event, secret }: { id: string; event: string; secret: string | undefined },
  now: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  const signature =
    secret && `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
  return {
    'content-type': 'application/json; charset=utf-8',
    'docent-notice': id,
    'docent-event': event,
    'docent-timestamp': timestamp,
    ...(signature && { 'docent-signature': signature }),
  };
}

/** Reason why a receiver refused a notice; `''` when it accepted it. Some chat services reply with status 200 and an error in the body. */
export function refusalIn(shape: WebhookShape, text: string): string {
  if (shape === 'json' || shape === 'discord') return '';
  if (shape === 'slack') return text.trim() === 'ok' || text.trim() === '' ? '' : text;
  const reply = parseRecord(text);
  if (!isRecord(reply)) return text || '-';
  const code = reply['errcode'] ?? reply['code'] ?? reply['StatusCode'];
  return code === 0 ? '' : text;
}

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64');

/** Escapes the three characters with a special meaning in Slack. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Truncates a text to a number of UTF-8 bytes, without splitting a character. */
function cut(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  return `${withoutEnd(new TextDecoder().decode(bytes.subarray(0, most - 6)), /\ufffd/)}…`;
}
