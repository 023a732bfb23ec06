import { explained, inField } from '../../kit/explained.ts';
import { fine, notSeen, type Found } from './found.ts';

/** A service that runs on the data folder of a command. */
export interface RunningService {
  readonly address: string;
  readonly answers: boolean;
  /** Folder or address of its site; `''` when unknown. */
  readonly site: string;
}

/** Compares the running service with the settings of the command that asks; `named` is the site by those settings. */
export async function checkService(
  look: (() => Promise<RunningService | undefined>) | undefined,
  named: string,
): Promise<readonly Found[]> {
  if (!look) return [];
  const service = await look();
  if (!service) return [notSeen('no_service', explained('doctor_service_none'))];
  const { address, answers, site } = service;
  if (!answers)
    return [
      {
        level: 'problem',
        code: 'service_silent',
        subject: address,
        ...inField('message', explained('doctor_service_silent', { address })),
        remedy: 'Read the log of the service; restart it if need be',
      },
    ];
  if (site === '' || site === named)
    return [fine(explained('doctor_service', { address, site: site || named }), address)];
  return [
    {
      level: 'warning',
      code: 'service_other',
      subject: address,
      ...inField('message', explained('doctor_service_other', { address, site, named })),
      remedy: 'Give this command the settings of the service, for example in a folder with its docent.env',
    },
  ];
}
