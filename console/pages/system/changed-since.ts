import { changes, type ChangeArea } from '../../../contract/operator/changes.ts';
import { call } from '../../api/call.ts';
import { formatTime } from '../../text/format.ts';
import { language } from '../../text/language-choice.ts';
import { texts } from '../../text/language.ts';
import type { ChangedField } from '../../ui/conflicts/delete-over.ts';
import { shortValue } from '../../ui/forms/value-text.ts';
import { authorOf } from './change-author.ts';
import { changeNames, partNames } from './change-names.ts';

const own = texts({
  en: {
    by: (who: string, when: string) => `Last changed by: ${who} (${when}).`,
    field: (name: string, was: string, now: string) => `${name}: “${was}” is now “${now}”`,
    unseen: 'What was changed is not shown here, such as a key or a password.',
  },
  zh: {
    by: (who: string, when: string) => `最近由 ${who} 修改（${when}）。`,
    field: (name: string, was: string, now: string) => `${name}：“${was}”现为“${now}”`,
    unseen: '修改的内容不在此处显示，例如密钥或密码。',
  },
});

/** Who has changed a record last, and in which fields it is another one than the page shows; a line each. */
export async function changedSince(
  { area, subject }: { readonly area: ChangeArea; readonly subject: string },
  changed: readonly ChangedField[],
): Promise<string> {
  const t = own[language.value];
  const nameOf = changeNames(language.value);
  const parts = partNames(language.value);
  // Without the list the question can still be answered.
  const listed = await call(changes, 'list', { query: { area, size: 50 } }).catch(() => ({ items: [] }));
  const last = listed.items.find((change) => change.subject === subject);
  const fields = changed.map(({ name, was, now }) =>
    t.field(nameOf({ area, subject }, name), shortValue(was, parts), shortValue(now, parts)),
  );
  return [
    ...(last ? [t.by(authorOf(last), formatTime(last.at))] : []),
    ...(fields.length > 0 ? fields : [t.unseen]),
  ].join('\n');
}
