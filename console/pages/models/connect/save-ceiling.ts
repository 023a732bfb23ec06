import { usage } from '../../../../contract/usage/usage.ts';
import { call } from '../../../api/call.ts';
import type { useSaveOver } from '../../../ui/conflicts/save-over.ts';

/**
 * Gives a new model its daily ceiling; one that has a ceiling keeps it. Ceilings are switched on with the first one, since they
 * are off at first; whoever has set some and switched them off keeps them off.
 */
export async function saveCeiling(
  model: string,
  tokens: number,
  { saveOver, label }: { readonly saveOver: ReturnType<typeof useSaveOver>; readonly label: string },
): Promise<void> {
  const { chatModelLimits, dailyCostLimit, enabled, revision } = await call(usage, 'limits', {});
  const isFirst = dailyCostLimit === 0 && Object.values(chatModelLimits).every((limit) => limit === 0);
  await saveOver({
    fields: {
      chatModelLimits: { ...chatModelLimits, [model]: chatModelLimits[model] ?? tokens },
      ...(isFirst && { enabled: true }),
    },
    base: { chatModelLimits, enabled },
    revision,
    names: { chatModelLimits: label, enabled: label },
    send: (fields, basedOn) => call(usage, 'saveLimits', { body: { ...fields, basedOn } }),
  });
}
