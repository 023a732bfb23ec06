import { expect, test } from 'vitest';
import type { RequestContext } from '../../http/implement.ts';
import { createSkins } from './skins.ts';

const bytes = (first: number) => new Uint8Array([first]);
const drawn = {
  id: 'fox',
  name: 'Fox',
  master: bytes(0),
  expressions: { blink: bytes(1), happy: bytes(2), sad: bytes(3), thinking: bytes(4) },
};

test('PET49: the pictures of a skin are read when they are asked for, and served to any page', async () => {
  const asked: string[] = [];
  const skins = createSkins({
    names: [{ id: 'fox', name: 'Fox' }],
    image: async (id) => {
      asked.push(id);
      return drawn;
    },
  });
  const picture = (skin: string, name: string) =>
    skins.routes.handlers['picture']?.(
      { params: { skin, picture: name }, query: {}, body: {} },
      {} as RequestContext,
    );
  expect(skins.find('fox')).toMatchObject({ masterUrl: '/pet-skins/fox/master' });
  expect(skins.find('none')).toBeUndefined();
  await expect(picture('none', 'master')).rejects.toThrow('Skin not found');
  expect(asked).toEqual([]);
  expect(await picture('fox', 'sad')).toMatchObject({
    contentType: 'image/png',
    body: bytes(3),
    headers: { 'access-control-allow-origin': '*' },
  });
  expect(await picture('fox', 'master')).toMatchObject({ body: bytes(0) });
  expect(asked).toEqual(['fox', 'fox']);
});
