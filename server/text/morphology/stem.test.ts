import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { guessLanguage } from '../language.ts';
import { runWords } from '../text.ts';
import { stemLanguage, stemLanguageOf, stemOf, STEMS_REVISION, type StemLanguage } from './stem.ts';

describe('ANS15: words are stemmed in the language of their text', () => {
  it.each<[StemLanguage, string, string]>([
    ['en', 'backups', 'backup'],
    ['en', 'children', 'child'],
    ['en', 'frozen', 'freezing'],
    ['de', 'kündige', 'kündigung'],
    ['de', 'häuser', 'haus'],
    ['de', 'größe', 'grösse'],
    ['de', 'kurs', 'kurse'],
    ['de', 'imkerkurs', 'imkerkurse'],
    ['de', 'zins', 'zinsen'],
    ['fr', 'remboursée', 'remboursement'],
    ['fr', 'dégustations', 'dégustation'],
    ['fr', 'boîtes', 'boites'],
    ['es', 'imprimir', 'imprimo'],
    ['es', 'habitación', 'habitaciones'],
    ['pt', 'reservas', 'reservar'],
    ['it', 'prenotazioni', 'prenotazione'],
    ['nl', 'afspraken', 'afspraak'],
    ['ru', 'щитовку', 'щитовка'],
    ['ru', 'жёлтые', 'желтых'],
  ])('%s: %s and %s are one word', (language, one, other) => {
    expect(stemOf(one, language)).toBe(stemOf(other, language));
  });

  it('leaves numbers, names with digits and other scripts alone', () => {
    for (const word of ['2014', 'v2', 'c++', '备份', 'ab']) expect(stemOf(word, 'de')).toBe(word);
  });

  it.each<StemLanguage>(['en', 'de', 'fr', 'it', 'fi', 'tr', 'ru'])(
    '%s: a word of a hundred thousand letters is its own stem, at once',
    (language) => {
      for (const letters of ['ß', 'ing', 'ий']) {
        const word = letters.repeat(100_000 / letters.length);
        expect(stemOf(word, language) === word).toBe(true);
      }
    },
  );

  it.each([
    ['Die Halle gehört der Gemeinde, wir haben nur ein Nutzungsrecht.', 'de'],
    ['Los datos se guardan en Fráncfort.', 'es'],
    ['Nous expédions nos thés du lundi au vendredi.', 'fr'],
    ['As encomendas são enviadas em dois dias e não têm custo.', 'pt'],
    ['La prenotazione non è obbligatoria per i bambini.', 'it'],
    ['De winkel is op zondag niet open.', 'nl'],
    ['Чаще всего растения гибнут от избытка воды.', 'ru'],
    ['Årsmötet hålls i mars och är öppet för alla.', 'sv'],
    ['The hall belongs to the town.', 'en'],
    ['大厅属于市政府。', 'en'],
    ['Річні збори відбуваються у березні.', 'en'],
  ])('%s is stemmed as %s', (text, language) => {
    expect(stemLanguage(guessLanguage(text))).toBe(language);
  });

  it('knows the language of a tag', () => {
    expect(['pt-BR', 'zh-CN', 'DE'].map(stemLanguageOf)).toEqual(['pt', 'en', 'de']);
  });
});

it('ANS15: a process loads the stemmers of the languages it meets and no others', () => {
  const module = import.meta.resolve('./stem.ts');
  const script = `
    import { createRequire } from 'node:module';
    import { stemOf } from '${module}';
    const loaded = () => Object.keys(createRequire('${module}').cache).filter((file) => file.includes('stemmers')).length;
    stemOf('backups', 'en');
    const withEnglish = loaded();
    stemOf('häuser', 'de');
    stemOf('städte', 'de');
    console.log(withEnglish, loaded());`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  expect(printed.trim()).toBe('0 1');
});

describe('IDX3: a change of stems invalidates the snapshots of the index', () => {
  const languages: readonly StemLanguage[] = [
    'da',
    'de',
    'en',
    'es',
    'fi',
    'fr',
    'hu',
    'it',
    'nl',
    'no',
    'pt',
    'ro',
    'ru',
    'sv',
    'tr',
  ];
  const words =
    'backups running gekündigt kündigung häuser größe remboursées annulées réservations habitaciones cancelados ' +
    'prenotazioni settimana annullate inscrições avisos afspraken geannuleerd bokningarna bekräftade bestillinger ' +
    'varaukset peruttu foglalások módosíthatók rezervările călători rezervasyonlar edilecek установка щитовку жёлтые ab v2 备份';

  it('the revision stands for the stems that it had; raise it when they change', () => {
    const stems = languages.map((language) => words.split(' ').map((word) => stemOf(word, language)));
    const digest = createHash('sha256').update(JSON.stringify(stems)).digest('hex').slice(0, 16);
    expect([STEMS_REVISION, digest]).toEqual([3, '6145105f746a1c10']);
  });
});

it('stems that are kept hold neither the texts that their words were cut out of nor endless words', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const name = (nth: number) => `${Array.from(`${nth}`, (digit) => 'bcdfghjklm'[+digit]).join('')}alesness`;
  const before = held();
  for (let nth = 0; nth < 200; nth += 1) {
    const article = `${'x'.repeat(100_000)} unthinkably${name(nth)}`;
    stemOf(article.slice(100_001), 'en');
    const text = `${'x'.repeat(100_000)}灯塔每天晚上都会亮起来${nth}`.slice(100_000);
    runWords({ script: 'dense', text, start: 0, end: text.length });
    stemOf(`${'q'.repeat(50_000)}${name(nth)}`, 'en');
    stemOf(`${'q'.repeat(50_000)}${name(nth)}`, 'de');
  }
  expect(held() - before).toBeLessThan(10_000_000);
  expect(stemOf('unthinkableness', 'en')).toBe(
    stemOf(`${'x'.repeat(1_000)} unthinkableness`.slice(1_001), 'en'),
  );
});
