import type { NoticePatch, NoticeSettings } from '../../../contract/operator/notices.ts';

/** A secret as the form edits it: what is stored stays unless something is typed or it is removed. */
export interface SecretDraft {
  typed: string;
  isRemoved: boolean;
}

type Webhook = Omit<NoticeSettings['webhook'], 'address' | 'secret' | 'server'>;
type Mail = Omit<NoticeSettings['mail'], 'password'>;

/** The settings as the form edits them. */
export interface NoticeDraft {
  webhook: Webhook & { address: SecretDraft; secret: SecretDraft };
  mail: Mail & { password: SecretDraft };
  events: NoticeSettings['events'];
  digest: NoticeSettings['digest'];
  language: NoticeSettings['language'];
}

export const draftOf = ({ webhook, mail, events, digest, language }: NoticeSettings): NoticeDraft => {
  const { address: _address, secret: _secret, server: _server, ...ofWebhook } = webhook;
  const { password: _password, ...ofMail } = mail;
  const untouched = () => ({ typed: '', isRemoved: false });
  return {
    webhook: { ...ofWebhook, address: untouched(), secret: untouched() },
    mail: { ...ofMail, password: untouched() },
    events: { ...events },
    digest: { ...digest },
    language,
  };
};

/** What is sent of a draft. */
export function patchOf({ webhook, mail, ...rest }: NoticeDraft): NoticePatch {
  const { address, secret, ...ofWebhook } = webhook;
  const { password, ...ofMail } = mail;
  return {
    webhook: { ...ofWebhook, ...sent('address', address), ...sent('secret', secret) },
    mail: { ...ofMail, ...sent('password', password) },
    ...rest,
  };
}

const sent = <Name extends string>(name: Name, { typed, isRemoved }: SecretDraft) =>
  (typed !== '' ? { [name]: typed } : isRemoved ? { [name]: '' } : {}) as { [N in Name]?: string };

/** The port that a mail server has for each encryption. */
export const usualPorts: Readonly<Record<NoticeSettings['mail']['security'], number>> = {
  tls: 465,
  starttls: 587,
  none: 25,
};

/** A secret that nobody guesses. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
