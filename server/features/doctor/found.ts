import type { Finding } from '../../../contract/doctor.ts';

/** What a check says of itself. */
export type Found = Pick<Finding, 'level' | 'code' | 'subject' | 'message' | 'remedy'>;

/** All is well; the message says what was seen. */
export const fine = (message: string, subject = ''): Found => ({
  level: 'ok',
  code: 'ok',
  subject,
  message,
  remedy: '',
});

/** Not looked at, for a reason. */
export const notSeen = (code: string, message: string, remedy = ''): Found => ({
  level: 'unknown',
  code,
  subject: '',
  message,
  remedy,
});
