import { z } from 'zod';
import { configLimits } from './fields.ts';
import { shortcutIcons } from '../widget/widget-config.ts';
import { must, mustFit } from '../wording.ts';

/** A question offered on the welcome screen; an empty `intentRouteId` means automatic detection. */
export const ShortcutItem = z.object({
  id: z.string().max(configLimits.shortcutIdLength, { error: mustFit(configLimits.shortcutIdLength) }),
  label: z
    .string()
    .max(configLimits.shortcutLabelLength, { error: mustFit(configLimits.shortcutLabelLength) }),
  query: z
    .string()
    .max(configLimits.shortcutQueryLength, { error: mustFit(configLimits.shortcutQueryLength) }),
  icon: z.enum(shortcutIcons),
  intentRouteId: z.string().regex(/^[a-z0-9-]{0,80}$/, { error: must('rule_route_id') }),
  enabled: z.boolean(),
});
export type ShortcutItem = z.infer<typeof ShortcutItem>;

const maybeText = z.string({ error: must('rule_text') }).nullish();

const ShortcutDraft = z.looseObject(
  {
    id: maybeText,
    label: maybeText,
    query: maybeText,
    icon: maybeText,
    intentRouteId: maybeText,
    enabled: z.boolean({ error: must('rule_switch') }).nullish(),
  },
  { error: must('rule_object') },
);

/** The field `chat.shortcutItems`: items without a question are dropped, missing parts are filled in, at most six stay. */
export const shortcutItems = z
  .array(ShortcutDraft, { error: must('rule_list') })
  .transform((drafts) => drafts.flatMap(complete))
  .pipe(
    z.array(ShortcutItem).max(configLimits.shortcutItems, {
      error: must('rule_at_most', { count: configLimits.shortcutItems, things: 'questions' }),
    }),
  )
  .meta({ description: 'Questions offered on the welcome screen, at most six' })
  .default([]);

function complete(draft: z.output<typeof ShortcutDraft>, index: number): ShortcutItem[] {
  const query = draft.query?.trim() ?? '';
  if (query === '') return [];
  return [
    {
      id: draft.id?.trim() || `shortcut-${index + 1}`,
      label: draft.label?.trim() || query.slice(0, configLimits.shortcutLabelLength),
      query,
      icon: shortcutIcons.find((icon) => icon === draft.icon) ?? 'sparkles',
      intentRouteId: draft.intentRouteId?.trim() ?? '',
      enabled: draft.enabled ?? true,
    },
  ];
}
