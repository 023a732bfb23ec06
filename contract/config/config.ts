import { z } from 'zod';
import { AskedFrom } from '../articles/scope.ts';
import { chatLimits, History } from '../chat/chat.ts';
import { configLimits } from './fields.ts';
import { Config } from './groups.ts';
import { ConfigSave } from './patch.ts';
import { get, group, json, post, stream } from '../endpoint.ts';
import { Explanation } from '../explanations/explain.ts';
import { ConfigTrial } from '../evaluations/trial.ts';
import { queryWord } from '../paging.ts';
import { must, mustFit } from '../wording.ts';

const connectedFlag = { style: 'flag', flag: 'connected', ok: true } as const;

const modelName = z
  .string({ error: must('rule_text') })
  .trim()
  .max(configLimits.modelNameLength, { error: mustFit(configLimits.modelNameLength) })
  .nullish()
  .transform((name) => name ?? '')
  .meta({ description: 'Model to test; empty = the configured one' });

export const ModelTest = z.object({ model: modelName });

export const EmbeddingTest = z.object({
  model: modelName,
  dimensions: z
    .int({ error: must('rule_whole') })
    .nullish()
    .transform((dimensions) => (dimensions && dimensions > 0 ? dimensions : undefined))
    .meta({ description: 'Wanted size of the vector; missing or 0 = the configured one' }),
});

const ImageTest = z.object({
  model: modelName,
  prompt: z
    .string({ error: must('rule_text') })
    .trim()
    .max(500, { error: mustFit(500) })
    .nullish()
    .transform((prompt) => prompt || undefined),
});

const connected = {
  connected: z.literal(true),
  model: z.string().meta({ description: 'Empty for the default model' }),
  modelInUse: z
    .string()
    .optional()
    .meta({ description: 'The model that answered, also when it is the default one' }),
  builtin: z.boolean().optional().meta({ description: 'Made by Docent itself, without a model' }),
  durationMs: z.number().optional().meta({ description: 'Time that the test took' }),
};
const ChatTestReply = z.looseObject({
  ...connected,
  reply: z.string(),
  contextTokens: z.int().optional().meta({
    description: 'Tokens that the model reads and writes in one call, where its file or server says so',
  }),
  note: z.string().optional().meta({ description: 'What a usual question will miss with this model' }),
  noteExplanation: Explanation.optional().meta({ description: 'The note as a code with parameters' }),
});

/** Request of the debug chat; the message is not trimmed. */
export const DebugChatRequest = z.object({
  message: z
    .string({ error: must('rule_text') })
    .min(1, { error: must('rule_not_blank') })
    .max(chatLimits.messageLength, { error: mustFit(chatLimits.messageLength) })
    .refine((message) => message.trim() !== '', { error: must('rule_not_blank') }),
  history: History,
  askedFrom: AskedFrom,
  config: ConfigTrial.meta({
    description: 'Settings to answer with, in the shape of a save; nothing is saved',
  }),
});
export type DebugChatRequest = z.infer<typeof DebugChatRequest>;

/** Reasons for a warning about a saved setting. */
export const saveWarnings = ['unknown-model', 'wrong-kind', 'overridden'] as const;

export const config = group('config', 'console', {
  read: get('/config', {
    summary: 'Every configuration group with its defaults filled in; never holds a key',
    query: z.object({
      revisions: queryWord(['true', 'false'], 'false', 'true adds the revisions of the groups, for a save'),
    }),
    reply: json(Config),
  }),
  save: post('/config/save', {
    summary:
      'Save fields of configuration groups; fields and groups not sent stay as they are. With `basedOn` a field that somebody else has saved since is a conflict (409)',
    body: ConfigSave,
    reply: json(
      z.looseObject({
        saved: z.literal(true),
        ignored: z
          .array(z.string())
          .readonly()
          .optional()
          .meta({ description: 'Groups and fields that do not exist and were skipped' }),
        warnings: z
          .array(z.object({ path: z.string(), code: z.enum(saveWarnings), message: z.string() }))
          .readonly()
          .optional()
          .meta({ description: 'What was saved and will not work, or has no effect' }),
      }),
    ),
    errors: { style: 'flag', flag: 'saved', ok: 'except-stale' },
  }),
  testConnection: post('/config/test-connection', {
    summary: 'Ask the configured language model for a short reply',
    decode: 'none',
    reply: json(ChatTestReply),
    errors: connectedFlag,
  }),
  testModel: post('/config/test-model', {
    summary: 'Test a language model',
    body: ModelTest,
    reply: json(ChatTestReply),
    errors: connectedFlag,
  }),
  testImage: post('/config/test-image', {
    summary: 'Generate one small picture; may be billed',
    body: ImageTest,
    reply: json(
      z.looseObject({
        ...connected,
        image: z.string().meta({ description: 'PNG, JPEG or WebP as a data URL' }),
        width: z.int(),
        height: z.int(),
        builtin: z.boolean().meta({ description: 'Drawn by the built-in illustrator, no generative model' }),
        mayCost: z.boolean().optional().meta({ description: 'The provider may charge for the picture' }),
      }),
    ),
    errors: connectedFlag,
  }),
  testEmbedding: post('/config/test-embedding', {
    summary: 'Test an embedding model',
    body: EmbeddingTest,
    reply: json(
      z.looseObject({
        ...connected,
        dimensions: z.int().meta({ description: 'Length of the vector that came back' }),
        requestedDimensions: z.int(),
        dimensionsFrom: z
          .literal('models-file')
          .optional()
          .meta({ description: 'What was asked for is fixed by the models file' }),
      }),
    ),
    errors: connectedFlag,
  }),
  testRerank: post('/config/test-rerank', {
    summary: 'Test a rerank model',
    body: ModelTest,
    reply: json(z.looseObject({ ...connected, relevanceScore: z.number() })),
    errors: connectedFlag,
  }),
  testQueryRewrite: post('/config/test-query-rewrite', {
    summary: 'Test the model that rewrites questions',
    body: ModelTest,
    reply: json(ChatTestReply),
    errors: connectedFlag,
  }),
});

export const debugChat = group('debug-chat', 'console', {
  stream: post('/chat/debug/stream', {
    summary: 'Answer as a visitor would be answered, with every stage of the way',
    body: DebugChatRequest,
    reply: stream(
      'trace_stage',
      'citations',
      'structured_result',
      'reasoning_start',
      'reasoning_delta',
      'reasoning_end',
      'progress',
      'answer_state',
      'trace_summary',
      'logId',
      'error',
    ),
    errors: { style: 'debug-stream' },
  }),
});
