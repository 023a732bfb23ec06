import { z } from 'zod';
import {
  mailSecurities,
  noticeEvents,
  proposedShape,
  webhookShapes,
  type NoticePatch,
  type NoticeSettings,
} from '../../../contract/operator/notices.ts';
import { recordConflicts } from '../../../contract/config/conflicts.ts';
import { interfaceLanguages } from '../../../contract/site/interface-language.ts';
import { explained } from '../../kit/explained.ts';
import { invalid } from '../../kit/fault.ts';
import { without } from '../../kit/json.ts';
import {
  changedMeanwhile,
  secretConflicts,
  withSecrets,
  type SecretRevisions,
} from '../../kit/records/saved-record.ts';
import type { NoticeChannels } from '../../ports/notice-channels.ts';

/** Stored settings; missing values are the defaults. */
const Stored = z.object({
  webhook: z
    .object({
      enabled: z.boolean().default(false),
      sealedAddress: z.string().optional(),
      server: z.string().default(''),
      shape: z.enum(webhookShapes).default('json'),
      sealedSecret: z.string().optional(),
      privateAddresses: z.boolean().default(false),
    })
    .prefault({}),
  mail: z
    .object({
      enabled: z.boolean().default(false),
      host: z.string().default(''),
      port: z.int().default(465),
      security: z.enum(mailSecurities).default('tls'),
      user: z.string().default(''),
      sealedPassword: z.string().optional(),
      from: z.string().default(''),
      to: z.string().default(''),
      privateAddresses: z.boolean().default(false),
    })
    .prefault({}),
  events: z
    .object({
      budget: z.boolean().default(true),
      model: z.boolean().default(true),
      site: z.boolean().default(true),
      index: z.boolean().default(true),
      disk: z.boolean().default(true),
      digest: z.boolean().default(true),
    })
    .prefault({}),
  digest: z
    .object({
      weekday: z.int().default(1),
      hour: z.int().default(8),
      texts: z.boolean().default(false),
    })
    .prefault({}),
  language: z.enum(interfaceLanguages).default('en'),
  /** Revision at which each secret was set or removed. */
  secretRevisions: z.record(z.string(), z.int()).default({}),
  /** Time since which a channel for the digest is enabled; digests for earlier times are not sent. */
  since: z.int().default(0),
});
export type StoredNotices = z.infer<typeof Stored>;

/** Parses stored settings; an unreadable value yields the defaults. */
export const readStored = (value: unknown): StoredNotices =>
  Stored.safeParse(value ?? {}).data ?? Stored.parse({});

type Sealing = Pick<NoticeChannels, 'seal' | 'unseal'>;

const ownerOfAddress = 'notices/webhook/address';
const ownerOfSecret = 'notices/webhook/secret';
/** Server and user that a password was entered for; it is never sent to others. */
const ownerOfPassword = ({ host, user }: Pick<StoredNotices['mail'], 'host' | 'user'>) =>
  `notices/mail/${host}/${user}`;

/** Applies a patch to the settings. Throws `invalid` for an enabled channel with missing values. */
export async function patched(
  before: StoredNotices,
  patch: NoticePatch,
  { seal, now, revision }: Pick<Sealing, 'seal'> & { readonly now: number; readonly revision: number },
): Promise<StoredNotices> {
  const next: StoredNotices = {
    ...before,
    webhook: await patchedWebhook(before.webhook, patch.webhook ?? {}, seal),
    mail: await patchedMail(before.mail, patch.mail ?? {}, seal),
    events: { ...before.events, ...sent(patch.events) },
    digest: { ...before.digest, ...sent(patch.digest) },
    ...(patch.language && { language: patch.language }),
    secretRevisions: withSecrets(before.secretRevisions, secretsIn(patch), revision),
  };
  const isNew = sendsDigest(next) && !sendsDigest(before);
  return { ...next, ...(isNew && { since: now }) };
}

/** Names of the secrets that a patch sets or removes. */
const secretsIn = ({ webhook, mail }: NoticePatch): readonly string[] => [
  ...(webhook?.address === undefined ? [] : ['webhook.address']),
  ...(webhook?.secret === undefined ? [] : ['webhook.secret']),
  ...(mail?.password === undefined ? [] : ['mail.password']),
];

/** Throws `stale` with what a patch would change back of what somebody else has saved since. */
export function assertUnchanged(
  { webhook, mail, ...rest }: NoticePatch,
  theirs: NoticeSettings,
  { basedOn, known }: { readonly basedOn: number | undefined; readonly known: SecretRevisions },
): void {
  const { revision } = theirs;
  if (basedOn === undefined || basedOn === revision) return;
  const { address: _address, secret: _secret, ...ofWebhook } = webhook ?? {};
  const { password: _password, ...ofMail } = mail ?? {};
  const yours = sent({ ...rest, ...(webhook && { webhook: ofWebhook }), ...(mail && { mail: ofMail }) });
  const settings = new Map<string, unknown>(Object.entries(theirs));
  /** Of a group only what was sent is compared, since the rest stays. */
  const pairs = Object.entries(yours).map(([name, value]) => {
    const other = settings.get(name);
    if (typeof value !== 'object' || typeof other !== 'object' || other === null)
      return { name, value, other };
    const fields = sent(value);
    const those = new Map<string, unknown>(Object.entries(other));
    return {
      name,
      value: fields,
      other: Object.fromEntries(Object.keys(fields).map((field) => [field, those.get(field)])),
    };
  });
  const conflicts = [
    ...recordConflicts(
      'notices',
      revision,
      Object.fromEntries(pairs.map(({ name, value }) => [name, value])),
      Object.fromEntries(pairs.map(({ name, other }) => [name, other])),
    ),
    ...secretConflicts({ name: 'notices', revision, known }, secretsIn({ webhook, mail }), basedOn),
  ];
  if (conflicts.length > 0) throw changedMeanwhile(conflicts);
}

/** The fields of a patch that were sent. */
const sent = <T extends object>(patch: T | undefined) =>
  Object.fromEntries(Object.entries(patch ?? {}).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };

/** Throws `invalid` when a channel cannot be used with its settings. */
export function assertComplete({ webhook, mail }: Pick<StoredNotices, 'webhook' | 'mail'>): void {
  if (webhook.enabled && webhook.sealedAddress === undefined) throw missing('webhook.address');
  for (const name of ['host', 'from', 'to'] as const)
    if (mail.enabled && mail[name] === '') throw missing(`mail.${name}`);
}

const missing = (field: string) =>
  invalid(explained('value_refused', { field, reason: explained('rule_given') }));

const sendsDigest = ({ webhook, mail, events }: StoredNotices) =>
  events.digest && (webhook.enabled || mail.enabled);

async function patchedWebhook(
  before: StoredNotices['webhook'],
  { address, secret, ...fields }: NonNullable<NoticePatch['webhook']>,
  seal: Sealing['seal'],
): Promise<StoredNotices['webhook']> {
  const next = { ...before, ...sent(fields) };
  if (address !== undefined) {
    delete next.sealedAddress;
    next.server = address === '' ? '' : new URL(address).origin;
    if (address !== '') next.sealedAddress = await seal(address, ownerOfAddress);
    if (address !== '' && fields.shape === undefined) next.shape = proposedShape(address);
  }
  if (secret !== undefined) delete next.sealedSecret;
  if (secret) next.sealedSecret = await seal(secret, ownerOfSecret);
  return next;
}

async function patchedMail(
  before: StoredNotices['mail'],
  { password, ...fields }: NonNullable<NoticePatch['mail']>,
  seal: Sealing['seal'],
): Promise<StoredNotices['mail']> {
  const next = { ...before, ...sent(fields) };
  if (password !== undefined) delete next.sealedPassword;
  if (password) next.sealedPassword = await seal(password, ownerOfPassword(next));
  return next;
}

/** The decrypted secrets. `unreadable` names those that belong to another installation, server or user. */
export async function secretsOf({ webhook, mail }: StoredNotices, { unseal }: Pick<Sealing, 'unseal'>) {
  const open = async (sealed: string | undefined, owner: string) =>
    sealed === undefined ? undefined : unseal(sealed, owner);
  return {
    address: await open(webhook.sealedAddress, ownerOfAddress),
    secret: await open(webhook.sealedSecret, ownerOfSecret),
    password: await open(mail.sealedPassword, ownerOfPassword(mail)),
  };
}

export type NoticeSecrets = Awaited<ReturnType<typeof secretsOf>>;

/** The settings in the wire format, without secrets. */
export async function shownSettings(
  stored: StoredNotices,
  revision: number,
  sealing: Pick<Sealing, 'unseal'>,
): Promise<NoticeSettings> {
  const { address, secret, password } = await secretsOf(stored, sealing);
  const { webhook, mail, events, digest, language } = stored;
  return {
    webhook: {
      ...without(without(webhook, 'sealedAddress'), 'sealedSecret'),
      address: stateOf(webhook.sealedAddress, address),
      secret: stateOf(webhook.sealedSecret, secret),
    },
    mail: { ...without(mail, 'sealedPassword'), password: stateOf(mail.sealedPassword, password) },
    events,
    digest,
    language,
    revision,
  };
}

const stateOf = (sealed: string | undefined, secret: string | undefined) =>
  sealed === undefined ? 'none' : secret === undefined ? 'unreadable' : 'stored';

/** The settings as flat fields for the list of changes, without secrets. */
export function toldSettings(shown: NoticeSettings): Readonly<Record<string, unknown>> {
  const { revision: _revision, ...told } = shown;
  return Object.fromEntries(
    Object.entries(told).flatMap(([group, value]) =>
      typeof value === 'object'
        ? Object.entries(value).map(([name, one]) => [`${group}.${name}`, one])
        : [[group, value]],
    ),
  );
}

/** True when the settings include notices about this event. */
export const tells = (stored: StoredNotices, event: (typeof noticeEvents)[number]): boolean =>
  stored.events[event];
