import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../test/fakes/cpu-time.ts';
import { foldText } from '../text.ts';
import { definitionAsked, explanationAsked, explanationOf } from './definitions.ts';

describe('ANS21: a question of what a thing is', () => {
  test.each([
    ['What is a backport?', 'backport'],
    ["what's lintian", 'lintian'],
    ['What does HEAD mean?', 'head'],
    ['what are virtual packages', 'virtual packages'],
    ['什么是元标签？', '元标签'],
    ['元标签是什么意思', '元标签'],
    ['Was ist ein Rebase?', 'rebase'],
    ["Qu'est-ce qu'un rebase ?", 'rebase'],
    ['¿Qué es un rebase?', 'rebase'],
    ['Что такое индекс?', 'индекс'],
    ['リベースとは何ですか？', 'リベース'],
    ['什麼是元標籤？', '元标签'],
    ['What is VACUUM for?', 'vacuum'],
    ['what does the blur filter do', 'blur filter'],
    ['元标签有什么用？', '元标签'],
    ['缓存的作用是什么', '缓存'],
    ['Wofür ist der Index gut?', 'index'],
    ['À quoi sert le cache ?', 'cache'],
    ['¿Para qué sirve el caché?', 'caché'],
    ['Для чего нужен индекс?', 'индекс'],
    ['리베이스란 무엇인가요?', '리베이스'],
  ])('%s', (question, thing) => {
    expect(definitionAsked(question)).toBe(thing);
  });

  test.each([
    ['What is the price of a ticket?'],
    ["What's the licence?"],
    ['What is the difference between merge and rebase?'],
    ['What is needed?'],
    ['what is unstable called'],
    ['What is included in the plan?'],
    ['What is new'],
    ['Where is the index?'],
    ['会员和访客的区别是什么'],
    ['你的名字是什么'],
    ['What are you'],
  ])('not %s', (question) => {
    expect(definitionAsked(question)).toBeUndefined();
  });
});

describe('ANS21: the sentence that explains a thing', () => {
  test('where a purpose is asked for, what it does comes before what it is', () => {
    const explains = explanationAsked('What does VACUUM do?');
    expect(explains?.(foldText('The VACUUM command rebuilds the database file.'))).toBe(1);
    expect(explains?.(foldText('VACUUM is a write operation.'))).toBe(0.75);
  });

  test.each([
    ['backport', 'A backport is a newer version that was built for an older release.'],
    ['backport', 'The archive holds more. Backports are the newer versions of packages.'],
    ['docent', 'Docent is a small service.'],
    ['rebase', 'Ein Rebase ist ein Umbau der Geschichte.'],
    ['index', 'L’index est une liste.'],
    ['blob', 'A "blob" is just file data.'],
    ['apt', 'APT (Advanced Package Tool) is a library.'],
    ['元标签', '元标签是一段写在页头里的说明。'],
  ])('%s', (thing, text) => {
    expect(explanationOf(thing)(foldText(text))).toBe(1);
  });

  test.each([
    ['backport', 'Ask before a backport is uploaded.'],
    ['head', 'The header is at the top.'],
    ['blob', 'Blobs can be read with the command.'],
    ['docent', 'Docent is not a general chatbot.'],
    ['docent', 'Docent 不是聊天机器人。'],
    ['vacuum', 'VACUUM limits are listed below.'],
  ])('not %s in %s', (thing, text) => {
    expect(explanationOf(thing)(foldText(text))).toBe(0);
  });

  test.each([
    ['docent', 'Docent is free and open source.'],
    ['backport', 'Backports are built for an older release.'],
    ['元标签', '元标签是写在页头里的说明。'],
  ])('%s in %s only says how it is', (thing, text) => {
    expect(explanationOf(thing)(foldText(text))).toBe(0.5);
  });

  test.each([
    ['reflog', '- reflog\n  Shows the history of a reference.'],
    ['head', '**HEAD** – the current branch'],
  ])('%s is the entry %s', (thing, text) => {
    expect(explanationOf(thing)(foldText(text))).toBe(0.9);
  });

  test.each([
    ['vacuum', 'The VACUUM command rebuilds the database file.'],
    ['hook', 'A hook lets you change a page.'],
  ])('%s in %s says what it does', (thing, text) => {
    expect(explanationOf(thing)(foldText(text))).toBe(0.75);
  });

  test.each([
    ['blank lines', '\n'],
    ['ends of sentences', '. '],
    ['marks of quotations', '> '],
    ['the thing', 'docent ('],
  ])('is looked for in one pass, whatever the text is made of: %s', (_, piece) => {
    const began = cpuMs();
    expect(explanationOf('docent')(piece.repeat(100_000))).toBe(0);
    expect(cpuMs() - began).toBeLessThan(1500);
  });
});
