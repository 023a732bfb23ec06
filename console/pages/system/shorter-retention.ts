import { useMessage } from 'naive-ui';
import { chatLogs } from '../../../contract/chat-logs.ts';
import { call, reasonOf } from '../../api/call.ts';
import { formatDay, formatNumber } from '../../text/format.ts';
import { useTexts } from '../../text/language.ts';
import type { Draft } from '../../ui/forms/use-config-group.ts';
import { useQuestion } from '../../ui/forms/use-question.ts';
import { pageTexts } from './texts.ts';

/** Asks before a shorter retention is saved that will delete logs. */
export function useShorterRetention() {
  const t = useTexts(pageTexts);
  const ask = useQuestion();
  const message = useMessage();
  return async (draft: Draft, saved: Draft): Promise<boolean> => {
    const days = Number(draft['logRetentionDays']);
    const before = Number(saved['logRetentionDays']);
    if (days === 0 || (before !== 0 && days >= before)) return true;
    const preview = await call(chatLogs, 'retention', { query: { days } }).catch((error: unknown) => {
      message.error(reasonOf(error), { duration: 8_000, closable: true });
    });
    if (!preview) return false;
    if (preview.logs === 0) return true;
    return ask({
      title: t.value.shorterTitle,
      content: t.value.shorter(
        formatNumber(preview.logs),
        formatDay(preview.before),
        formatDay(preview.deletedBy),
      ),
      confirm: t.value.shorterConfirm,
      destructive: true,
    });
  };
}
