import { z } from 'zod';

type Variables = Readonly<Record<string, string | undefined>>;

/** The operator's settings of one platform. */
export interface OperatorSettings<Settings> {
  /** Names of the environment variables. */
  readonly names: readonly string[];
  /** Names of the variables with an invalid value, each with the problem. */
  readonly wrong: (variables: Variables) => readonly (readonly [name: string, fault: string])[];
  /** Why valid values contradict each other, as `NAME: problem`; `undefined` when they do not. */
  readonly conflict: (variables: Variables) => string | undefined;
  /** The settings; the variables must be valid. */
  readonly read: (variables: Variables) => Settings;
}

/** Settings of a platform by their variables, each with its rule. */
export const definePlatformSettings = <Rules extends z.ZodRawShape, Settings>(
  rules: Rules,
  settings: (values: z.infer<z.ZodObject<Rules>>) => Settings,
  conflict: (values: z.infer<z.ZodObject<Rules>>) => string | undefined = () => undefined,
): OperatorSettings<Settings> => {
  const all = z.object(rules);
  return {
    names: Object.keys(rules),
    wrong: (variables) =>
      (all.safeParse(variables).error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]),
    conflict: (variables) => conflict(all.parse(variables)),
    read: (variables) => settings(all.parse(variables)),
  };
};
