import { z } from 'zod';
import { document, get, group } from '../endpoint.ts';
import { petStates } from './requests.ts';

/** The images of a skin: the base image, and one of each expression. */
const skinPictures = ['master', ...petStates] as const;
export type SkinPicture = (typeof skinPictures)[number];

/** The images of the built-in skins, for pages of any origin. */
export const petSkins = group('pet-skins', 'root', {
  picture: get('/pet-skins/{skin}/{picture}', {
    summary: 'A picture of a built-in skin: master, blink, happy, sad or thinking, as PNG',
    params: z.object({
      skin: z.string().max(80).meta({ description: 'Name of the skin' }),
      picture: z.enum(skinPictures).meta({ description: 'Which picture' }),
    }),
    reply: document({ 'image/png': null }),
  }),
});
