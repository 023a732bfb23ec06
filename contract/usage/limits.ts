import { z } from 'zod';
import { recordRevision } from '../config/revisions.ts';
import { must } from '../wording.ts';

/** Bounds of saved limits. */
export const limitsBounds = {
  models: 500,
  whitelist: 1000,
  modelNameLength: 200,
} as const;

/** Searches that an address may make until an administrator sets other limits: more than a person types, less than a program could. */
export const firstSearchLimits = { searchesPerMinute: 120, searchesPerHour: 3000 } as const;

/**
 * Visitor limits: answers and searches per address; 0 means none. `enabled` switches those of answers. The whitelist holds
 * addresses, CIDR ranges, or `*` for everybody, and holds for both.
 */
export const VisitorLimits = z.object({
  enabled: z.boolean(),
  dailyLimit: z.int().min(0).meta({ description: 'Answers per IP address and calendar day; 0 = no limit' }),
  hourlyLimit: z.int().min(0).meta({ description: 'Answers per IP address in any 60 minutes; 0 = no limit' }),
  whitelist: z.array(z.string()),
  searchesPerMinute: z
    .int()
    .min(0)
    .default(firstSearchLimits.searchesPerMinute)
    .meta({ description: 'Searches of any kind per IP address and minute; 0 = no limit' }),
  searchesPerHour: z
    .int()
    .min(0)
    .default(firstSearchLimits.searchesPerHour)
    .meta({ description: 'Searches of any kind per IP address and hour; 0 = no limit' }),
});

/** Largest ceiling in money; more is a typing error. */
const maxDailyCost = 1e9;

/** Spec 2.12. */
export const UsageLimits = z.object({
  enabled: z.boolean().meta({ description: 'The ceilings are on' }),
  chatModelLimits: z
    .record(z.string(), z.int().min(0))
    .meta({ description: 'Tokens per model and day; missing or 0 = no ceiling' }),
  dailyCostLimit: z.number().min(0).default(0).meta({
    description: "Cost of all models together per day, in the operator's currency; 0 = no ceiling",
  }),
  visitor: VisitorLimits,
});
export type UsageLimits = z.infer<typeof UsageLimits>;

/** No limits of tokens and answers; for fields missing in older saves. */
export const noLimits: UsageLimits = {
  enabled: false,
  chatModelLimits: {},
  dailyCostLimit: 0,
  visitor: { enabled: false, dailyLimit: 0, hourlyLimit: 0, whitelist: [], ...firstSearchLimits },
};

/** Limits until an administrator saves some: a visitor can chat at length, a program cannot spend without end. */
export const firstLimits: UsageLimits = {
  ...noLimits,
  visitor: { enabled: true, dailyLimit: 300, hourlyLimit: 60, whitelist: [], ...firstSearchLimits },
};

/** A partial update; a map of ceilings replaces the old one, a ceiling of 0 means none. */
export interface UsageLimitsPatch {
  readonly enabled?: boolean;
  readonly chatModelLimits?: Readonly<Record<string, number>>;
  readonly dailyCostLimit?: number;
  /** The revision that was read. */
  readonly basedOn?: number | undefined;
  readonly visitor?: Partial<UsageLimits['visitor']>;
}

const notObject = { error: must('rule_json_object') };

const toggle = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean({ error: must('rule_switch') }),
);

const notCount = { error: must('rule_whole_between', { min: 0, max: Number.MAX_SAFE_INTEGER }) };

/** A count, also as a string; an empty field is 0. Invalid ones are refused, since 0 would lift the limit. */
const count = z.preprocess(
  (value) => (typeof value === 'string' ? Number(value) : value),
  z.int(notCount).min(0, notCount),
);

const notAmount = { error: must('rule_between', { min: 0, max: maxDailyCost }) };

/** An amount of money, also as a string; an empty field is 0. */
const amount = z.preprocess(
  (value) => (typeof value === 'string' ? Number(value) : value),
  z.number(notAmount).min(0, notAmount).max(maxDailyCost, notAmount),
);

const tooManyModels = { error: must('rule_at_most', { count: limitsBounds.models, things: 'models' }) };
const tooLongName = { error: must('rule_model_length', { length: limitsBounds.modelNameLength }) };
const isName = (text: string) => text.trim().length <= limitsBounds.modelNameLength;

const ceilingMap = z
  .record(z.string(), count.nullish(), notObject)
  .refine((ceilings) => Object.keys(ceilings).length <= limitsBounds.models, tooManyModels)
  .refine((ceilings) => Object.keys(ceilings).every(isName), tooLongName)
  .transform((ceilings) => Object.entries(ceilings).map(([model, limit]) => ({ model, limit })));

const ceilingList = z
  .array(z.object({ model: z.string({ error: must('rule_model') }), limit: count.nullish() }, notObject), {
    error: must('rule_list'),
  })
  .max(limitsBounds.models, tooManyModels)
  .refine((ceilings) => ceilings.every(({ model }) => isName(model)), tooLongName);

const notRange = { error: must('rule_address_range') };

const whitelist = z
  .array(
    z
      .string(notRange)
      .trim()
      .pipe(z.union([z.enum(['', '*']), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], notRange)),
    { error: must('rule_list') },
  )
  .max(limitsBounds.whitelist, {
    error: must('rule_at_most', { count: limitsBounds.whitelist, things: 'entries' }),
  })
  .transform((entries) => [...new Set(entries.filter((entry) => entry !== ''))]);

const visitor = z.looseObject(
  {
    enabled: toggle.nullish(),
    dailyLimit: count.nullish(),
    hourlyLimit: count.nullish(),
    whitelist: whitelist.nullish(),
    searchesPerMinute: count.nullish(),
    searchesPerHour: count.nullish(),
  },
  notObject,
);

/**
 * Limits as sent by clients; missing and null fields stay. Older clients send the ceilings as `perModel`, or as a list
 * of `{model, limit}` in `chatModelList` or `perModelList`; the last one wins.
 */
export const UsageLimitsBody = z
  .looseObject(
    {
      enabled: toggle.nullish(),
      perModel: ceilingMap.nullish(),
      chatModelLimits: ceilingMap.nullish(),
      perModelList: ceilingList.nullish(),
      chatModelList: ceilingList.nullish(),
      dailyCostLimit: amount.nullish(),
      visitor: visitor.nullish(),
      basedOn: recordRevision,
    },
    notObject,
  )
  .transform((body): UsageLimitsPatch => {
    const ceilings = [body.perModel, body.chatModelLimits, body.perModelList, body.chatModelList].filter(
      (sent) => !!sent,
    );
    return {
      ...(isSent(body.enabled) && { enabled: body.enabled }),
      ...(ceilings.length > 0 && { chatModelLimits: ceilingsOf(ceilings.flat()) }),
      ...(isSent(body.dailyCostLimit) && { dailyCostLimit: body.dailyCostLimit }),
      ...(isSent(body.basedOn) && { basedOn: body.basedOn }),
      ...(isSent(body.visitor) && { visitor: visitorPatch(body.visitor) }),
    };
  });

type Ceilings = readonly { readonly model: string; readonly limit?: number | null | undefined }[];

const ceilingsOf = (ceilings: Ceilings): Record<string, number> =>
  Object.fromEntries(
    ceilings.flatMap(({ model, limit }) =>
      model.trim() !== '' && isSent(limit) ? [[model.trim(), limit]] : [],
    ),
  );

const visitorPatch = (sent: z.infer<typeof visitor>): Partial<UsageLimits['visitor']> => ({
  ...(isSent(sent.enabled) && { enabled: sent.enabled }),
  ...(isSent(sent.dailyLimit) && { dailyLimit: sent.dailyLimit }),
  ...(isSent(sent.hourlyLimit) && { hourlyLimit: sent.hourlyLimit }),
  ...(isSent(sent.whitelist) && { whitelist: sent.whitelist }),
  ...(isSent(sent.searchesPerMinute) && { searchesPerMinute: sent.searchesPerMinute }),
  ...(isSent(sent.searchesPerHour) && { searchesPerHour: sent.searchesPerHour }),
});

const isSent = <T>(value: T | null | undefined): value is T => value !== undefined && value !== null;
