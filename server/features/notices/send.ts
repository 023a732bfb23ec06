import { explained, type ExplainedText } from '../../kit/explained.ts';
import { Fault, invalid } from '../../kit/fault.ts';
import { redact } from '../../kit/redact.ts';
import type { NoticeChannel } from '../../../contract/operator/notices.ts';
import type { NoticeChannels } from '../../ports/notice-channels.ts';
import type { Notice } from './notice.ts';
import { secretsOf, type NoticeSecrets, type StoredNotices } from './settings.ts';
import { worded, type NoticeSite } from './texts.ts';
import { refusalIn, signedHeaders, webhookBody } from './webhook-body.ts';

/** Maximum length of a receiver's reply that is stored. */
const replyLength = 200;

/** One attempt. */
export interface Attempt {
  readonly id: string;
  readonly at: number;
  readonly channel: NoticeChannel;
  readonly notice: Notice;
}

/** Makes one attempt to send a notice. Resolves with the receiver's reply; throws a Fault with the reason. */
export async function send(
  attempt: Attempt,
  settings: StoredNotices,
  deps: { readonly channels: NoticeChannels; readonly site: NoticeSite; readonly now: number },
  signal: AbortSignal,
): Promise<ExplainedText> {
  const secrets = await secretsOf(settings, deps.channels);
  return attempt.channel === 'webhook'
    ? toWebhook(attempt, { settings, secrets, ...deps }, signal)
    : byMail(attempt, { settings, secrets, ...deps }, signal);
}

interface Way {
  readonly settings: StoredNotices;
  readonly secrets: NoticeSecrets;
  readonly channels: NoticeChannels;
  readonly site: NoticeSite;
  readonly now: number;
}

async function toWebhook(attempt: Attempt, way: Way, signal: AbortSignal): Promise<ExplainedText> {
  const { id, at, notice } = attempt;
  const { settings, secrets, channels, site, now } = way;
  const { shape, sealedSecret, privateAddresses: mayBePrivate } = settings.webhook;
  const { address, secret } = secrets;
  if (address === undefined || (sealedSecret !== undefined && secret === undefined))
    throw invalid(explained('notice_secret_unreadable'));
  const words = worded(notice, settings.language, site);
  const call = webhookBody({ id, at, notice, words, site }, { shape, address, secret }, now);
  const headers = signedHeaders(call.body, { id, event: notice.event, secret }, now);
  const { status, text } = await channels.post({ ...call, headers, mayBePrivate }, signal);
  const reply = said(text, [secret, address, call.address, ...secretParts(address)]);
  if (status < 200 || status > 299) throw refusal(explained('notice_status', { status, reply }));
  if (refusalIn(shape, text) !== '') throw refusal(explained('notice_refused', { reply }));
  return explained('notice_accepted', { status });
}

async function byMail(attempt: Attempt, way: Way, signal: AbortSignal): Promise<ExplainedText> {
  const { settings, secrets, channels, site } = way;
  const { host, port, security, user, from, to, sealedPassword, privateAddresses } = settings.mail;
  if (sealedPassword !== undefined && secrets.password === undefined)
    throw invalid(explained('notice_secret_unreadable'));
  const { subject, message } = worded(attempt.notice, settings.language, site);
  await channels.mail(
    { host, port, security, user, password: secrets.password ?? '', mayBePrivate: privateAddresses },
    { from, to, subject, text: `${message}\n`, id: attempt.id },
    signal,
  );
  return explained('mail_accepted');
}

const refusal = (words: ExplainedText) => new Fault('unavailable', words);

/** Path and query of an address; for chat services they identify the sender and are secret. */
const secretParts = (address: string): readonly string[] => {
  const { pathname, searchParams } = new URL(address);
  return [...pathname.split('/'), ...searchParams.values()].filter((part) => part.length >= 8);
};

/** A receiver's reply on one line, without secrets. */
function said(text: string, secrets: readonly (string | undefined)[]): string {
  const clean = secrets.reduce<string>(
    (left, secret) => (secret !== undefined && secret.length > 3 ? left.replaceAll(secret, '***') : left),
    text,
  );
  return redact(clean).replaceAll(/\s+/g, ' ').trim().slice(0, replyLength);
}
