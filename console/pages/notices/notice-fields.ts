import type { NoticePatch, NoticeSettings } from '../../../contract/operator/notices.ts';
import { draftOf, patchOf, type NoticeDraft } from './notice-draft.ts';

/** What is saved, with each secret as a field of its own: two sides of a secret cannot be put together. */
type NoticeFields = Omit<Required<NoticePatch>, 'webhook' | 'mail'> & {
  readonly webhook: Omit<NonNullable<NoticePatch['webhook']>, 'address' | 'secret'>;
  readonly mail: Omit<NonNullable<NoticePatch['mail']>, 'password'>;
  readonly 'webhook.address'?: string | undefined;
  readonly 'webhook.secret'?: string | undefined;
  readonly 'mail.password'?: string | undefined;
};

export function fieldsOf(draft: NoticeDraft): NoticeFields {
  const { webhook = {}, mail = {} } = patchOf(draft);
  const { address, secret, ...ofWebhook } = webhook;
  const { password, ...ofMail } = mail;
  return {
    webhook: ofWebhook,
    mail: ofMail,
    events: draft.events,
    digest: draft.digest,
    language: draft.language,
    ...(address !== undefined && { 'webhook.address': address }),
    ...(secret !== undefined && { 'webhook.secret': secret }),
    ...(password !== undefined && { 'mail.password': password }),
  };
}

/** Fields as they are sent. */
export function bodyOf({
  'webhook.address': address,
  'webhook.secret': secret,
  'mail.password': password,
  webhook,
  mail,
  ...rest
}: NoticeFields): NoticePatch {
  return {
    ...rest,
    webhook: {
      ...webhook,
      ...(address !== undefined && { address }),
      ...(secret !== undefined && { secret }),
    },
    mail: { ...mail, ...(password !== undefined && { password }) },
  };
}

/** The settings as they were read. A typed secret is for the place that was seen: at another one it must not go along unasked. */
export function baseOf(settings: NoticeSettings, draft: NoticeDraft): Partial<NoticeFields> {
  const { webhook, mail, ...rest } = fieldsOf(draftOf(settings));
  const isTyped = (...secrets: { readonly typed: string }[]) => secrets.some(({ typed }) => typed !== '');
  return {
    ...rest,
    ...(!isTyped(draft.webhook.address, draft.webhook.secret) && { webhook }),
    ...(!isTyped(draft.mail.password) && { mail }),
  };
}

type NameTexts = Readonly<
  Record<
    | 'webhook'
    | 'address'
    | 'secret'
    | 'mail'
    | 'password'
    | 'what'
    | 'weekday'
    | 'hour'
    | 'digestTexts'
    | 'language'
    | 'isOn'
    | 'shape'
    | 'private'
    | 'host'
    | 'port'
    | 'security'
    | 'user'
    | 'from'
    | 'to',
    string
  > & { readonly events: Readonly<Record<string, string>> }
>;

/** What the dialog calls the fields, where somebody else has saved them meanwhile. */
export const noticeNames = (t: NameTexts): Readonly<Record<string, string>> => ({
  webhook: t.webhook,
  'webhook.address': `${t.webhook}: ${t.address}`,
  'webhook.secret': `${t.webhook}: ${t.secret}`,
  mail: t.mail,
  'mail.password': `${t.mail}: ${t.password}`,
  events: t.what,
  ...t.events,
  weekday: t.weekday,
  hour: t.hour,
  texts: t.digestTexts,
  language: t.language,
  enabled: t.isOn,
  shape: t.shape,
  privateAddresses: t.private,
  host: t.host,
  port: t.port,
  security: t.security,
  user: t.user,
  from: t.from,
  to: t.to,
});
