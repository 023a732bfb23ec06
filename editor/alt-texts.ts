import { filled } from '../contract/widget/filled.ts';
import type { Change, PassagePicture } from './passage.ts';
import type { EditorTexts } from './texts.ts';

/** Pictures that are described at once; each one is a call to a model. */
const most = 20;
/** The service takes no longer addresses, and the data of a picture are none. */
const longestAddress = 2000;
/** Of an alternative text so much is sent, in UTF-16 units. */
const longestAlt = 1000;
/** Text around a picture that is sent with it, in UTF-16 units on each side. */
const around = 1500;

/** What came of a request: its text, or the words of its failure with their code. */
export interface Received {
  readonly text: string;
  readonly error: string;
  readonly code?: string | undefined;
}

/** Failures that concern one picture and not the next one. */
const ofOnePicture =
  /^(?:(?:picture|writing_picture|page|site|source)_|(?:model_withheld|model_nothing|writing_cut|writing_no_proposals)$)/;

export interface Described {
  readonly changes: readonly Change[];
  readonly notes: readonly string[];
  /** Why no picture could be described; empty when one was. */
  readonly error: string;
}

/** Asks for the alternative texts of pictures one by one: of those that have none, or where all have one, of all. */
export async function describePictures(
  pictures: readonly PassagePicture[],
  ask: (picture: PassagePicture) => Promise<Received>,
  texts: EditorTexts,
): Promise<Described> {
  const bare = pictures.filter(({ alt }) => alt.trim() === '');
  const chosen = bare.length > 0 ? bare : pictures;
  const changes: Change[] = [];
  const failures: string[] = [];
  for (const picture of chosen.slice(0, most)) {
    const hasAddress = !/^(?:data|blob):/i.test(picture.address) && picture.address.length <= longestAddress;
    const { text, error, code }: Received = hasAddress
      ? await ask(picture)
      : { text: '', error: texts.service.writing_picture_address, code: 'writing_picture_address' };
    if (error === '')
      changes.push({
        start: 0,
        end: 0,
        before: picture.alt,
        replacement: text,
        reason: 'alt-text',
        decision: 'open',
        picture,
      });
    else if (ofOnePicture.test(code ?? ''))
      failures.push(filled(texts.picture, { name: nameOf(picture), message: error }));
    else if (changes.length === 0) return { changes, notes: [], error };
    else {
      failures.push(error);
      break;
    }
  }
  const left = chosen.length - Math.min(chosen.length, most);
  const notes = [...failures, ...(left > 0 ? [filled(texts.morePictures, { count: left })] : [])];
  return { changes, notes, error: changes.length > 0 ? '' : (failures[0] ?? texts.noPictures) };
}

/** The name of the file of a picture. */
const nameOf = ({ address }: PassagePicture): string =>
  (/^(?:data|blob):/i.test(address) ? '' : /([^/?#]{1,80})(?:[?#][^]*)?$/.exec(address)?.[1]) || '…';

/** A text with a picture in its place, cut to what is around it. */
export function textAround(text: string, place: number, address: string, alt: string): string {
  const before = text.slice(Math.max(0, place - around), place);
  const quoted = alt.replaceAll(/[<>"&]/g, ' ').slice(0, longestAlt);
  return `${before}\n<img src="${address.replaceAll('&', '&amp;')}" alt="${quoted}">\n${text.slice(place, place + around)}`.toWellFormed();
}

/** An address as it can stand in a text. */
export const plainAddress = (address: string): string =>
  address.trim().replaceAll(/["'\s<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
