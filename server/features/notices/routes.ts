import { notices, type NoticeDelivery } from '../../../contract/operator/notices.ts';
import { differencesOf } from '../../../contract/config/conflicts.ts';
import { implement } from '../../http/implement.ts';
import { instantOf } from '../../kit/calendar.ts';
import { inField, wordsInCell } from '../../kit/explained.ts';
import { isFault } from '../../kit/fault.ts';
import { newId } from '../../kit/ids.ts';
import type { InterfaceLanguage } from '../../../contract/site/interface-language.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NoticeChannels } from '../../ports/notice-channels.ts';
import type { Changes } from '../changes/changes.ts';
import { noticeIn, type Notice } from './notice.ts';
import { send } from './send.ts';
import {
  assertComplete,
  assertUnchanged,
  patched,
  readStored,
  shownSettings,
  toldSettings,
} from './settings.ts';
import type { NoticeStore } from './store.ts';
import type { DeliveryRow } from './store/outbox.ts';
import { worded, type NoticeSite } from './texts.ts';

const test: Notice = { event: 'test', phase: 'once', subject: '', figures: {} };

export const noticeRoutes = ({
  store,
  channels,
  changes,
  clock,
  site,
}: {
  readonly store: NoticeStore;
  readonly channels: NoticeChannels;
  readonly changes: Pick<Changes, 'recordIn'>;
  readonly clock: Clock;
  readonly site: () => NoticeSite;
}) =>
  implement(notices, {
    settings: async () => {
      const { value, revision } = await store.read();
      return shownSettings(readStored(value), revision, channels);
    },

    save: async ({ body: { basedOn, ...patch } }, { by }) => {
      await store.change(async (tx, { value, revision }) => {
        const before = readStored(value);
        // The change itself has counted.
        const was = await shownSettings(before, revision - 1, channels);
        assertUnchanged(patch, was, { basedOn, known: before.secretRevisions });
        const after = await patched(before, patch, { seal: channels.seal, now: clock.now(), revision });
        assertComplete(after);
        const is = await shownSettings(after, revision, channels);
        const told = differencesOf(toldSettings(was), toldSettings(is));
        const newSecrets = {
          ...(patch.webhook?.address && { 'webhook.address': 'changed' }),
          ...(patch.webhook?.secret && { 'webhook.secret': 'changed' }),
          ...(patch.mail?.password && { 'mail.password': 'changed' }),
        };
        const changed = { before: told.before, after: { ...told.after, ...newSecrets } };
        if (Object.keys(changed.after).length > 0)
          await changes.recordIn(tx, {
            area: 'notices',
            action: 'save',
            subject: '',
            by,
            revision,
            ...changed,
          });
        return after;
      });
      return { saved: true as const };
    },

    try: async ({ body: { channel, ...patch } }, { signal }) => {
      const begunAt = performance.now();
      const { value, revision } = await store.read();
      const stored = readStored(value);
      const typed = await patched(stored, patch, { seal: channels.seal, now: clock.now(), revision });
      const settings = { ...typed, [channel]: { ...typed[channel], enabled: true } };
      const other = channel === 'mail' ? 'webhook' : 'mail';
      assertComplete({ ...settings, [other]: { ...settings[other], enabled: false } });
      const attempt = { id: newId(), at: clock.now(), channel, notice: test };
      const outcome = await send(
        attempt,
        settings,
        { channels, site: site(), now: clock.now() },
        signal,
      ).then(
        (words) => ({ sent: true, words }),
        (error: unknown) => {
          if (!isFault(error)) throw error;
          return { sent: false, words: error.words };
        },
      );
      return {
        sent: outcome.sent,
        ...inField('said', outcome.words),
        milliseconds: Math.round(performance.now() - begunAt),
      };
    },

    deliveries: async ({ query }, { language }) => {
      const { total, rows } = await store.outbox.page(query);
      const items = rows.map((row) => shownDelivery(row, language, site()));
      return { page: query.page, size: query.size, total, items };
    },
  });

function shownDelivery(row: DeliveryRow, language: InterfaceLanguage, site: NoticeSite): NoticeDelivery {
  const notice = noticeIn(row.notice);
  return {
    id: row.id,
    event: notice.event,
    channel: row.channel,
    title: worded(notice, language, site).title,
    state: row.state,
    attempts: row.attempts,
    at: instantOf(row.at),
    nextAt: row.state === 'waiting' ? instantOf(row.next_at) : '',
    endedAt: instantOf(row.ended_at),
    ...inField('reason', wordsInCell(row.reason)),
  };
}
