import { expect, test } from 'vitest';
import { factsAsked, numberAsked } from './fact-kinds.ts';

const shows = (question: string, place: string): boolean => {
  const facts = factsAsked(question);
  return facts.length > 0 && facts.every((fact) => fact.test(place));
};

test.each([
  ['Wie schwer ist ein Lastenrad?', 'Ein Lastenrad wiegt etwa 35 kg.', 'In die Kiste passen zwei Kinder.'],
  ['Wie alt muss man für ein E-Bike sein?', 'Ab 14 Jahren.', 'E-Bikes kosten 28 Euro am Tag.'],
  ['Was kostet ein neuer Schlauch?', 'Ein Schlauch kostet 18 Euro.', 'Rufen Sie uns an.'],
  ['Um wie viel Uhr schließt der Laden?', 'Wir schließen um 18 Uhr.', 'Sonntags ist zu.'],
  ['Combien coûte un stage ?', 'Un stage coûte 120 €.', 'Un stage dure cinq jours.'],
  ['Combien de temps dure le stage ?', 'Le stage dure cinq jours.', 'Le stage a lieu sur le lac.'],
  ['¿Cuánto cuesta la entrada?', 'La entrada es gratuita.', 'La entrada está en la plaza.'],
  ['Quanto custa uma aula?', 'Uma aula custa 20 €.', 'As aulas são na terça-feira.'],
  ['Quanti anni deve avere mio figlio?', 'Dai sei anni in su.', 'I bambini sono benvenuti.'],
  ['Hoe lang duurt een les?', 'Een les duurt een uur.', 'De lessen zijn op school.'],
  ['Сколько стоит билет?', 'Билет стоит 300 руб.', 'Билеты есть в кассе.'],
  ['料金はいくらですか', '料金は三千円です。', '予約は電話で承ります。'],
  ['수업료가 얼마예요?', '한 달에 5만원입니다.', '수업은 월요일에 있습니다.'],
  [
    'how old must children be?',
    'Children from eight to fifteen train on Saturdays.',
    'Children are welcome.',
  ],
  ['what oven temperature?', 'Bake it at 180 °C.', 'Bake it for an hour.'],
])('ANS11: %s', (question, shown, notShown) => {
  expect(shows(question, shown)).toBe(true);
  expect(shows(question, notShown)).toBe(false);
});

test.each([
  ['how many beds has the hut?', 'It has eighteen beds.', 'The beds are new.'],
  ['how far is the beach?', 'The beach is 300 metres away.', 'The beach is sandy.'],
  ['Wie viele Plätze gibt es?', 'Es gibt zwölf Plätze.', 'Die Plätze sind begrenzt.'],
  ['一共有多少节课？', '课程共十二节。', '课程每周更新。'],
])('ANS11: a number is asked for by %s', (question, shown, notShown) => {
  expect(numberAsked(question)?.test(shown)).toBe(true);
  expect(numberAsked(question)?.test(notShown)).toBe(false);
});

test('ANS11: a question of something else asks for neither', () => {
  for (const question of [
    'Who founded the club?',
    'Wie lade ich Bilder hoch?',
    '怎么加入？',
    'Comment réserver ?',
  ]) {
    expect(factsAsked(question)).toEqual([]);
    expect(numberAsked(question)).toBeUndefined();
  }
});
