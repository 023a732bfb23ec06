import { inField, type Words } from '../../kit/explained.ts';
import type { Finding } from '../../../contract/doctor.ts';

/** Finding of a check. */
export type Found = Pick<
  Finding,
  'level' | 'code' | 'subject' | 'message' | 'explanation' | 'remedy' | 'command'
>;

/** Finding of a passed check. */
export const fine = (words: Words, subject = ''): Found => ({
  level: 'ok',
  code: 'ok',
  subject,
  ...inField('message', words),
  remedy: '',
});

/** Finding of a check that could not be made, with the reason. */
export const notSeen = (code: string, words: Words, remedy = ''): Found => ({
  level: 'unknown',
  code,
  subject: '',
  ...inField('message', words),
  remedy,
});
