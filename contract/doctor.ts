import { z } from 'zod';
import { withExplanation } from './explanations/explain.ts';
import { document, get, group, json, post } from './endpoint.ts';

/** Below this free space on the disk of the data folder a warning is due, in bytes. */
export const littleDiskBytes = 1024 ** 3;

/** The checks in their order. */
const checks = [
  'runtime',
  'folder',
  'disk',
  'database',
  'clock',
  'site',
  'index',
  'models',
  'origin',
  'proxy',
  'widget',
  'service',
] as const;
export type Check = (typeof checks)[number];

/** Finding of a check. */
export const Finding = z.looseObject({
  check: z.enum(checks),
  level: z
    .enum(['ok', 'unknown', 'warning', 'problem'])
    .meta({ description: 'unknown: it could not be looked at, or was not asked for' }),
  code: z.string().meta({ description: 'What was found; consoles have words of their own for it' }),
  subject: z.string().meta({ description: 'A name, an address or a figure that it is about; may be empty' }),
  message: z.string().meta({ description: 'In English' }),
  ...withExplanation,
  remedy: z.string().meta({ description: 'What to do, in English; empty when nothing needs to be done' }),
  command: z
    .string()
    .optional()
    .meta({ description: 'A command that does it, as it is typed where Docent is installed' }),
});
export type Finding = z.infer<typeof Finding>;

export const doctor = group('doctor', 'console', {
  examine: post('/system/doctor', {
    summary: 'Look at the whole installation and say what is wrong, with a remedy each',
    body: z.object({
      callModels: z
        .boolean()
        .default(false)
        .meta({ description: 'Also call each connected model once, which may cost; pictures are not made' }),
    }),
    reply: json(z.object({ findings: z.array(Finding) })),
  }),
});

/** Requests that the doctor sends to the public address to test the reverse proxy. */
export const proxyProbe = {
  ...group('proxy-probe', 'root', {
    stream: get('/healthz/stream', {
      summary: 'Three lines, a quarter of a second apart; the first says whether an address was forwarded',
      reply: document({ 'text/event-stream': null }),
      headers: ['x-forwarded-for'],
    }),
  }),
  // Also below the console, where a proxy has to pass streams on as they come.
  also: 'console-pages',
} as const;
