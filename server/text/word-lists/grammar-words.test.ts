import { expect, test } from 'vitest';
import { withoutGrammar } from './grammar-words.ts';

test.each([
  ['fr', 'Comment connecter WordPress ?', 'connecter WordPress ?'],
  ['de', 'Wie kann ich WordPress verbinden?', 'WordPress verbinden?'],
  ['pt-BR', 'Como instalo o Docent?', 'instalo Docent?'],
  ['es', '¿Dónde están los datos?', '¿ datos?'],
  ['de', 'Was hilft gegen Schnecken?', 'Schnecken?'],
  ['fr', 'Est-ce que vous avez un parking ?', 'parking ?'],
  ['ru', 'Сколько стоит доставка?', 'стоит доставка?'],
  // The index weighs English and Chinese function words itself.
  ['en', 'How do I comment?', 'How do I comment?'],
  ['zh-CN', '怎么安装？', '怎么安装？'],
  // Nothing would be left.
  ['de', 'Wie ist das?', 'Wie ist das?'],
])('the words of grammar of a question are left out, %s: %s', (language, question, searched) => {
  expect(withoutGrammar(question, language)).toBe(searched);
});
