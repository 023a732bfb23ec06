import { explained } from '../../../../kit/explained.ts';
import { invalid, isFault } from '../../../../kit/fault.ts';
import { serviceVersion } from '../../../../kit/version.ts';
import type { ReadPicture } from '../../../../ports/outside.ts';
import { createSiteClient } from '../client.ts';

const limitMs = 20_000;
const userAgent = `Docent/${serviceVersion} (alternative texts)`;

/** Downloads a picture with a site client, which is closed afterwards. */
export const readPicture: ReadPicture = async (address, { maxBytes, isOfSite, signal }) => {
  const site = URL.parse(address);
  if (!site || !/^https?:$/.test(site.protocol) || site.username + site.password !== '')
    throw invalid(explained('writing_picture_address'));
  const client = createSiteClient({ site, parallel: 1, userAgent, mayBePrivate: isOfSite });
  try {
    const request = { signal, limitMs, maxBytes, urgent: true };
    const { status, bytes } = await client.request(site.pathname + site.search, request);
    if (status !== 200) throw invalid(explained('writing_picture_status', { status }));
    return bytes;
  } catch (error) {
    if (!isFault(error) || error.explanation?.code !== 'source_private') throw error;
    throw invalid(explained('writing_picture_private', { host: site.hostname }));
  } finally {
    await client.close();
  }
};
