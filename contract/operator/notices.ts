import { z } from 'zod';
import { withExplanation } from '../explanations/explain.ts';
import { get, group, json, post, put } from '../endpoint.ts';
import { instant, pageFields, pageOf } from '../paging.ts';
import { interfaceLanguages } from '../site/interface-language.ts';
import { must } from '../wording.ts';
import { passwordText, plainText, word, whole } from './field-rules.ts';
import { isWebAddress } from './web-address.ts';

/** What notices tell of. */
export const noticeEvents = ['budget', 'model', 'site', 'index', 'disk', 'digest'] as const;
export type NoticeEvent = (typeof noticeEvents)[number];

/** Where notices go. */
export const noticeChannels = ['webhook', 'mail'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

/** Bodies that a webhook may have: our own fields, or the message of a chat service. */
export const webhookShapes = ['json', 'slack', 'discord', 'feishu', 'dingtalk', 'wecom'] as const;
export type WebhookShape = (typeof webhookShapes)[number];

/** Encryption of the connection to a mail server: from its beginning, by STARTTLS, or none. */
export const mailSecurities = ['tls', 'starttls', 'none'] as const;

const services: Readonly<Record<string, WebhookShape>> = {
  'hooks.slack.com': 'slack',
  'discord.com': 'discord',
  'discordapp.com': 'discord',
  'open.feishu.cn': 'feishu',
  'open.larksuite.com': 'feishu',
  'oapi.dingtalk.com': 'dingtalk',
  'qyapi.weixin.qq.com': 'wecom',
};

/** The body that the service at an address takes, by its host; `json` for every other one. */
export const proposedShape = (address: string): WebhookShape =>
  services[URL.parse(address.trim())?.hostname ?? ''] ?? 'json';

const toggle = z.boolean({ error: must('rule_switch') });
const webAddress = plainText(2_000).refine((value) => value === '' || isWebAddress(value), {
  error: must('rule_web_address'),
});
const mailAddress = plainText(254).refine((value) => value === '' || z.email().safeParse(value).success, {
  error: must('rule_mail_address'),
});
const serverName = plainText(253).refine((value) => /^[\w.:-]*$/.test(value), {
  error: must('rule_server_name'),
});

const privateAddresses = toggle.meta({
  description: 'It may be at a private address, such as one of this machine or of the house',
});
const secretState = z.enum(['stored', 'none', 'unreadable']).meta({
  description: 'An unreadable one was stored by an installation with another key',
});
const storedSecret = {
  description: 'Stored encrypted; empty removes it, missing leaves the stored one',
};

const webhookFields = {
  enabled: toggle,
  shape: word(webhookShapes),
  privateAddresses,
};
const mailFields = {
  enabled: toggle,
  host: serverName,
  port: whole(1, 65_535),
  security: word(mailSecurities),
  user: plainText(200),
  from: mailAddress,
  to: mailAddress,
  privateAddresses,
};
const WebhookPatch = z.object({
  ...z.object(webhookFields).partial().shape,
  address: webAddress.meta({ description: 'Stored encrypted; empty removes it' }).optional(),
  secret: plainText(500).meta(storedSecret).optional(),
});
const MailPatch = z.object({
  ...z.object(mailFields).partial().shape,
  password: passwordText(500).meta(storedSecret).optional(),
});

const Events = z.object({
  budget: toggle,
  model: toggle,
  site: toggle,
  index: toggle,
  disk: toggle,
  digest: toggle,
});
const Digest = z.object({
  weekday: whole(1, 7).meta({ description: '1 is Monday' }),
  hour: whole(0, 23).meta({ description: 'Hour of the site’s time zone' }),
  texts: toggle.meta({ description: 'It names open questions and gaps, with personal data masked' }),
});

/** Where notices go and what they tell. Secrets are never shown. */
export const NoticeSettings = z.object({
  webhook: z.object({
    ...webhookFields,
    address: secretState,
    server: z.string().meta({ description: 'Scheme and host of the address; the rest may be a secret' }),
    secret: secretState,
  }),
  mail: z.object({ ...mailFields, password: secretState }),
  events: Events,
  digest: Digest,
  language: z.enum(interfaceLanguages),
  revision: z.int().meta({ description: 'Grows with every change' }),
});
export type NoticeSettings = z.infer<typeof NoticeSettings>;

/** Changes of the settings; what is missing stays. */
const NoticePatch = z.object({
  webhook: WebhookPatch.optional(),
  mail: MailPatch.optional(),
  events: Events.partial().optional(),
  digest: Digest.partial().optional(),
  language: word(interfaceLanguages).optional(),
});
export type NoticePatch = z.infer<typeof NoticePatch>;

/** A notice on its way, or one that has ended. */
export const NoticeDelivery = z.object({
  id: z.string(),
  event: z.enum([...noticeEvents, 'test']),
  channel: z.enum(noticeChannels),
  title: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.int(),
  at: instant,
  nextAt: instant.meta({ description: 'When it is tried again; empty unless it waits' }),
  endedAt: instant,
  reason: z.string().meta({ description: 'Why the last attempt failed; empty when none did' }),
  ...withExplanation,
});
export type NoticeDelivery = z.infer<typeof NoticeDelivery>;

/** Notices that leave the installation: to a webhook and to a mail address. */
export const notices = group('notices', 'console', {
  settings: get('/notices/settings', {
    summary: 'Where notices go and what they tell, without secrets',
    reply: json(NoticeSettings),
  }),
  save: put('/notices/settings', {
    summary: 'Change where notices go and what they tell; in force at once',
    body: z.object({
      ...NoticePatch.shape,
      basedOn: z
        .int({ error: must('rule_whole') })
        .min(0)
        .optional()
        .meta({
          description:
            'Revision that was read; without it the last save wins, with an older one it is a conflict (409)',
        }),
    }),
    reply: json(z.object({ saved: z.literal(true) })),
    errors: { style: 'flag', flag: 'saved' },
  }),
  try: post('/notices/try', {
    summary: 'Send a test notice as the settings would be, and say what became of it',
    body: z.object({
      channel: word(noticeChannels),
      webhook: WebhookPatch.optional(),
      mail: MailPatch.optional(),
      language: word(interfaceLanguages).optional(),
    }),
    reply: json(
      z.object({
        sent: z.boolean(),
        said: z.string().meta({ description: 'What the receiver answered, or why it was not reached' }),
        ...withExplanation,
        milliseconds: z.int(),
      }),
    ),
  }),
  deliveries: get('/notices/deliveries', {
    summary: 'Notices of the last 30 days and what became of them, the newest first',
    query: z.object(pageFields(20)),
    reply: json(pageOf(NoticeDelivery)),
  }),
});
