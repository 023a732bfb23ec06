import { z } from 'zod';
import { noticeEvents } from '../../../contract/operator/notices.ts';
import { parseJson } from '../../kit/json.ts';

/** What is told, in no language yet. */
export const Notice = z.object({
  event: z.enum([...noticeEvents, 'test']),
  /** `once` has no end that is told, too. */
  phase: z.enum(['begun', 'ended', 'once']),
  /** The model, or the part of the installation. */
  subject: z.string(),
  figures: z.record(z.string(), z.union([z.number(), z.string()])),
  /** Open questions and gaps of the digest, with personal data masked. */
  questions: z.array(z.string()).optional(),
  gaps: z.array(z.string()).optional(),
});
export type Notice = z.infer<typeof Notice>;

/** A notice of a row. */
export const noticeIn = (row: string): Notice => Notice.parse(parseJson(row));

/** A notice without texts of visitors, as it is kept once it has ended. */
export const withoutTexts = ({ questions: _questions, gaps: _gaps, ...notice }: Notice): Notice => notice;
