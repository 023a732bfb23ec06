import { useMessage } from 'naive-ui';
import { computed, ref, type Ref } from 'vue';
import { config } from '../../../contract/config/config.ts';
import { defaults, type ConfigGroups, type GroupName } from '../../../contract/config/groups.ts';
import { call } from '../../api/call.ts';
import { problemOf } from './field-kind.ts';
import { useSaveSettings } from '../conflicts/save-settings.ts';
import { remarksOn } from '../save-remarks.ts';
import { useMutation } from '../queries/use-mutation.ts';
import { useLeaveGuard } from './leave-guard.ts';
import { useQuery } from '../queries/use-query.ts';

/** A value as JSON, so that equal ones compare as equal. */
const textOf = (value: unknown) => JSON.stringify(value);

/** Fields of one group, as edited by the page. */
export type Draft = Record<string, unknown>;

/**
 * One group of the configuration being edited: saved values, draft, differences and errors. `fields` are the fields
 * that the page edits; only changed ones are sent, so that fields unknown to the page stay unchanged.
 */
export function useConfigGroup<G extends GroupName>(
  group: G,
  fields: readonly (keyof ConfigGroups[G] & string)[],
) {
  const draft: Ref<Draft> = ref({});
  /** Of the values that the draft began with. */
  let revision: number | undefined;
  const loaded = useQuery(async (signal) => {
    const all = await call(config, 'read', { query: { revisions: true }, signal });
    const value: ConfigGroups[G] = all[group];
    revision = all.revisions?.[group];
    draft.value = JSON.parse(JSON.stringify(value)) as Draft;
    return value;
  });
  const message = useMessage();
  const saveSettings = useSaveSettings();
  const { busy, mutate, refusal } = useMutation(draft);

  const changed = computed(() =>
    fields.filter((field) => textOf(draft.value[field]) !== textOf(loaded.data.value?.[field])),
  );
  const dirty = computed(() => loaded.data.value !== undefined && changed.value.length > 0);
  const problems = computed(() =>
    Object.fromEntries(
      fields.map((field) => [
        field,
        problemOf(group, field, draft.value[field]) ||
          (refusal.value?.field === `${group}.${field}` ? refusal.value.problem : ''),
      ]),
    ),
  );
  const valid = computed(() => Object.values(problems.value).every((problem) => problem === ''));
  useLeaveGuard(dirty);

  return {
    ...loaded,
    draft,
    dirty,
    problems,
    valid,
    saving: busy,
    /** Saves the differences, then shows the values stored by the service. */
    save: (done: string) =>
      mutate(async () => {
        const patch = Object.fromEntries(changed.value.map((field) => [field, draft.value[field]]));
        const reply = await saveSettings(group, patch, revision);
        if (!reply) return false;
        for (const text of remarksOn(reply)) message.warning(text, { duration: 15_000, closable: true });
        await loaded.reload();
        return true;
      }, done),
    /** Resets the draft to the defaults, without saving. */
    restore(only: readonly string[] = fields) {
      const standard: Draft = { ...defaults()[group] };
      for (const field of only) draft.value[field] = standard[field];
    },
    undo() {
      draft.value = JSON.parse(JSON.stringify(loaded.data.value ?? {})) as Draft;
    },
  };
}

export type ConfigGroup = ReturnType<typeof useConfigGroup>;
