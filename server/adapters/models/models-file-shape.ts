import { z } from 'zod';
import { checkedFields, checkedHeaders } from './secrets.ts';

const Name = z
  .string({ error: 'must be a text' })
  .regex(
    /^[^\s\p{Cc}](?:[^\p{Cc}]{0,98}[^\s\p{Cc}])?$/u,
    'must be 1 to 100 characters, without blanks at its ends',
  )
  .refine(
    (name) => !name.startsWith('builtin-'),
    'names that begin with "builtin-" belong to the built-in models',
  );

const BaseUrl = z.string({ error: 'must be an http or https address' }).superRefine((text, context) => {
  const url = URL.parse(text);
  const wrong = (message: string) => context.addIssue({ code: 'custom', message });
  if (url === null || !/^https?:$/.test(url.protocol)) return wrong('must be an http or https address');
  if (url.username || url.password)
    wrong('must not carry credentials; name an environment variable in apiKeyEnv');
  if (url.search || url.hash) wrong('must not carry a query or a fragment');
});

const amount = z.number({ error: 'must be a number' }).nonnegative('must not be negative').optional();

const whole = (most: number) =>
  z.int({ error: 'must be a whole number' }).min(1, `must be 1 to ${most}`).max(most, `must be 1 to ${most}`);

/** Additional request fields set by the operator. */
const Fields = z.record(z.string(), z.json(), { error: 'must be an object' }).check(checkedFields).optional();

const Prefix = z.string({ error: 'must be a text' }).max(1_000, 'must be at most 1000 characters').optional();

const Model = z.strictObject({
  name: Name,
  kind: z.enum(['chat', 'embedding', 'rerank', 'image'], {
    error: 'must be chat, embedding, rerank or image',
  }),
  provider: z.literal('openai-compatible', {
    error: 'unknown provider; "openai-compatible" is the one there is',
  }),
  baseUrl: BaseUrl,
  model: z
    .string({ error: 'must be a text' })
    .trim()
    .min(1, 'must not be empty')
    .max(200, 'must be at most 200 characters'),
  // Upper case only, so that a key pasted here by mistake is refused without being printed.
  apiKeyEnv: z
    .string({ error: 'must be the name of an environment variable' })
    .regex(/^[A-Z_][A-Z0-9_]{0,99}$/, 'must be the name of an environment variable: capitals, digits and _')
    .optional(),
  dimensions: whole(16_384).optional(),
  features: z
    .array(z.string({ error: 'must be a text' }).min(1).max(60), { error: 'must be a list of texts' })
    .max(50)
    .optional(),
  reasoningStartsAtOnce: z.boolean({ error: 'must be true or false' }).optional(),
  reasoningParameter: z
    .enum(['reasoning_effort', 'reasoning', 'thinking', 'enable_thinking', 'chat_template_kwargs', 'none'], {
      error: 'must be reasoning_effort, reasoning, thinking, enable_thinking, chat_template_kwargs or none',
    })
    .optional(),
  batchSize: whole(2048).optional(),
  callsAtOnce: whole(1000).optional(),
  contextTokens: whole(100_000_000).optional(),
  fallback: z.string({ error: 'must be the name of a model' }).max(100).optional(),
  headers: z
    .record(z.string(), z.string({ error: 'must be a text' }), { error: 'must be an object of texts' })
    .check(checkedHeaders)
    .optional(),
  body: Fields,
  queryBody: Fields,
  passageBody: Fields,
  queryPrefix: Prefix,
  passagePrefix: Prefix,
  price: z
    .strictObject(
      {
        promptPerMillion: amount,
        completionPerMillion: amount,
        perImage: amount,
        currency: z
          .string({ error: 'must be a currency code' })
          .regex(/^[A-Z]{3}$/, 'must be a currency code such as USD'),
      },
      { error: 'must be an object with currency and amounts' },
    )
    .optional(),
});

const NO_DEFAULTS = { chat: undefined, embedding: undefined, rerank: undefined, image: undefined };

const defaultName = z.string({ error: 'must be the name of a model' }).optional();

/** Schema of the file; messages name the remedy and never a value. */
export const FileShape = z.strictObject(
  {
    models: z.array(Model, { error: 'must be a list of models' }).max(200, 'must hold at most 200 models'),
    defaults: z
      .strictObject(
        { chat: defaultName, embedding: defaultName, rerank: defaultName, image: defaultName },
        { error: 'must be an object' },
      )
      .optional()
      .transform((defaults) => ({ ...NO_DEFAULTS, ...defaults })),
  },
  { error: 'must be an object with "models"' },
);

/** A model in the file. */
export type FileModel = z.infer<typeof Model>;

/** The file's JSON, without defaults filled in. */
export interface ModelsFileText {
  readonly models: readonly z.input<typeof Model>[];
  readonly defaults?: Readonly<Record<string, string>>;
}
