import { expect, test } from 'vitest';
import { projectFiles } from '../../../test/source-files.ts';
import { languageOfLocale } from '../../kit/settings/locale.ts';
import { chineseHelp } from './chinese-help.ts';
import { chineseMessages } from './chinese-messages.ts';
import { chineseService } from './chinese-service.ts';
import { chineseSettings } from './chinese-settings.ts';
import { inLocale } from './in-locale.ts';

const all = { ...chineseMessages, ...chineseService, ...chineseSettings };
const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();

test('CLI10: the language is that of the locale, by the most special of its variables', () => {
  expect(languageOfLocale({ LANG: 'zh_CN.UTF-8' })).toBe('zh');
  expect(languageOfLocale({ LANG: 'zh_CN.UTF-8', LC_ALL: 'C' })).toBe('en');
  expect(languageOfLocale({ LANG: 'en_GB.UTF-8', LC_MESSAGES: 'zh_TW' })).toBe('zh');
  expect(languageOfLocale({ LC_ALL: '', LANG: 'zha_CN' })).toBe('en');
  expect(languageOfLocale({})).toBe('en');
});

test.each([
  [
    'backup: there is no folder /mnt/two; mount its disk, or make it first',
    'backup：没有目录 /mnt/two；请先挂载磁盘或建立目录',
  ],
  ['Site:         cannot be read, last read 3 hours ago', '站点：       无法读取，上次读取 3 小时前'],
  [
    'DOCENT_DATA_DIR: process 4711 uses this folder; stop it first, or set another folder',
    'DOCENT_DATA_DIR：进程 4711 正在使用这个目录；请先停止它，或换一个目录',
  ],
  [
    'DOCENT_DATABASE_URL: db.example:6432: the server cannot be reached: its host name is not known',
    'DOCENT_DATABASE_URL：db.example:6432：无法连接服务器：主机名不存在',
  ],
  [
    'DOCENT_DATABASE_URL: [::1]:5432: there is no such database',
    'DOCENT_DATABASE_URL：[::1]:5432：没有这个数据库',
  ],
  [
    'DOCENT_PUBLIC_ORIGIN: must have one slash between the parts of its path, such as https://example.org/docent',
    'DOCENT_PUBLIC_ORIGIN：路径各段之间只能有一个斜杠，例如 https://example.org/docent',
  ],
  ['The disk of the data folder is full', '数据目录所在磁盘已满'],
  ['/x/docent.sqlite: 9.1 MB before, 2.3 MB now', '/x/docent.sqlite：之前 9.1 MB，现在 2.3 MB'],
  ['7 articles in the index\nwords of a library: 42', '索引里有 7 篇文章\nwords of a library: 42'],
])('CLI10: %j is said in Chinese; foreign words stay', (english, chinese) => {
  expect(inLocale(english, 'zh')).toBe(chinese);
  expect(inLocale(english, 'en')).toBe(english);
});

test('CLI10: each Chinese text has the parameters of the English one, and the English one is said somewhere', () => {
  const sources = projectFiles('server')
    .filter(({ path }) => path.endsWith('.ts') && !/\.test\.|cli\/words\//.test(path))
    .map(({ text }) => text.replaceAll("\\'", "'"))
    .join('\n');
  for (const [english, chinese] of Object.entries(all)) {
    expect([english, namesIn(chinese)]).toEqual([english, namesIn(english)]);
    const words = english.split(/\{\w+\}|[.,;:()]/).map((part) => part.trim());
    for (const part of words.filter((one) => one.length > 11))
      expect([english, part, sources.includes(part)]).toEqual([english, part, true]);
  }
});

test('CLI10: every command has a Chinese help text with the same details', async () => {
  const run = projectFiles('server').find(({ path }) => path === 'server/cli/run.ts')?.text ?? '';
  const names = [...run.matchAll(/^ {2}(\w+): async \(\) => \(await import/gm)].map(([, name = '']) => name);
  expect(Object.keys(chineseHelp).toSorted()).toEqual(names.toSorted());
});
