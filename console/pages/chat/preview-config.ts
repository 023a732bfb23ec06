import type { ConfigGroups } from '../../../contract/config/groups.ts';
import { shortcutItems } from '../../../contract/config/shortcuts.ts';
import type { WidgetConfig } from '../../../contract/widget/widget-config.ts';
import { publicView } from '../../../contract/widget/widget-view.ts';
import { problemOf } from '../../ui/forms/field-kind.ts';

/** The widget configuration as it would be after saving the draft; invalid fields keep their saved value. */
export function previewConfig(
  saved: ConfigGroups,
  draft: Readonly<Record<string, unknown>>,
  pet: WidgetConfig['pet'],
): WidgetConfig {
  const valid = Object.fromEntries(
    Object.entries(draft).filter(([field, value]) => problemOf('chat', field, value) === ''),
  );
  const items = shortcutItems.safeParse(draft['shortcutItems']);
  const chat = { ...saved.chat, ...valid, ...(items.success && { shortcutItems: items.data }) };
  return { ...publicView({ ...saved, chat }), ...(pet && { pet }) };
}
