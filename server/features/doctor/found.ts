import type { Finding } from '../../../contract/doctor.ts';

/** Finding of a check. */
export type Found = Pick<Finding, 'level' | 'code' | 'subject' | 'message' | 'remedy'>;

/** A passed check, with its facts. */
export const fine = (message: string, subject = ''): Found => ({
  level: 'ok',
  code: 'ok',
  subject,
  message,
  remedy: '',
});

/** A skipped check, with the reason. */
export const notSeen = (code: string, message: string, remedy = ''): Found => ({
  level: 'unknown',
  code,
  subject: '',
  message,
  remedy,
});
