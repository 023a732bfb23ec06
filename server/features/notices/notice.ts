import { z } from 'zod';
import { noticeEvents } from '../../../contract/operator/notices.ts';
import { parseJson } from '../../kit/json.ts';

/** A notice, independent of language. */
export const Notice = z.object({
  event: z.enum([...noticeEvents, 'test']),
  /** `once`: an event without an end. */
  phase: z.enum(['begun', 'ended', 'once']),
  /** The affected model or part of the installation. */
  subject: z.string(),
  figures: z.record(z.string(), z.union([z.number(), z.string()])),
  /** Open questions and gaps of the digest, with personal data masked. */
  questions: z.array(z.string()).optional(),
  gaps: z.array(z.string()).optional(),
});
export type Notice = z.infer<typeof Notice>;

/** The notice in a stored row. */
export const noticeIn = (row: string): Notice => Notice.parse(parseJson(row));

/** The notice without visitors' texts; this form is kept after delivery. */
export const withoutTexts = ({ questions: _questions, gaps: _gaps, ...notice }: Notice): Notice => notice;
