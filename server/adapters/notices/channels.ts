import type { NoticeChannels } from '../../ports/notice-channels.ts';
import type { Sealing } from '../sealing.ts';

/** Time limits of attempts in milliseconds; tests shorten them. */
export interface AttemptLimits {
  readonly webhookMs: number;
  readonly mailMs: number;
}

const usualLimits: AttemptLimits = { webhookMs: 15_000, mailMs: 30_000 };

/** Sending by webhook and mail; the libraries are loaded at the first notice. */
export const createNoticeChannels = (sealing: Sealing, limits = usualLimits): NoticeChannels => ({
  post: async (call, signal) => (await import('./webhook.ts')).postWebhook(call, signal, limits.webhookMs),
  mail: async (server, mail, signal) =>
    (await import('./mail.ts')).sendMail(server, mail, signal, limits.mailMs),
  seal: sealing.seal,
  unseal: sealing.unseal,
});
