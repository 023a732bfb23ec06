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
    | 'isWebhookOn'
    | 'address'
    | 'secret'
    | 'mail'
    | 'isMailOn'
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

/** What the fields are called, alone and behind the part that they belong to (`mail.host`): in the list of changes and where somebody else has saved them meanwhile. */
export function noticeNames(t: NameTexts): Readonly<Record<string, string>> {
  const parts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    webhook: {
      enabled: t.isWebhookOn,
      shape: t.shape,
      privateAddresses: t.private,
      address: t.address,
      server: t.address,
      secret: t.secret,
    },
    mail: {
      enabled: t.isMailOn,
      host: t.host,
      port: t.port,
      security: t.security,
      user: t.user,
      from: t.from,
      to: t.to,
      privateAddresses: t.private,
      password: t.password,
    },
    events: t.events,
    digest: { weekday: t.weekday, hour: t.hour, texts: t.digestTexts },
  };
  const titles: Readonly<Record<string, string>> = { webhook: t.webhook, mail: t.mail, events: t.what };
  const names = Object.entries(parts).flatMap(([part, fields]) =>
    Object.entries(fields).flatMap(([field, label]) => {
      const title = titles[part];
      return [
        [field, label],
        [`${part}.${field}`, title === undefined ? label : `${title}: ${label}`],
      ];
    }),
  );
  return { ...Object.fromEntries(names), ...titles, enabled: t.isOn, language: t.language };
}
