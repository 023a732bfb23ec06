import { describe, expect, test } from 'vitest';
import { areas } from '../console/page-groups.ts';
import { projectFiles } from '../test/source-files.ts';
import { browserFilesTouchedBy } from './browser-files.ts';

const files = projectFiles('test').filter(({ path }) => path.endsWith('.e2e.ts'));
const all = files.map(({ path }) => path).toSorted();
const touchedBy = (...paths: readonly string[]) => browserFilesTouchedBy(paths, files);
const through = files.filter(({ text }) => text.includes('/page-groups.ts')).map(({ path }) => path);

describe('the browser tests that a change makes due', () => {
  test.each([
    'server/app.ts',
    'server/features/chat/answer.ts',
    'server/features/knowledge/search.ts',
    'contract/paging.ts',
    'widget/chat/chat.ts',
    'test/e2e/visitor.ts',
    'test/fakes/models.ts',
    'package-lock.json',
    'a-new-folder/file.ts',
  ])('all, by a change that every page can feel: %s', (path) => {
    expect(touchedBy(path)).toEqual(all);
  });

  test.each([
    'docs/spec.md',
    'CHANGELOG.md',
    'server/features/chat/answer.test.ts',
    'console/text/format.test.ts',
    'server/http/openapi/examples.json',
    'bench/main.ts',
    'test/api/knowledge/restart.test.ts',
  ])('none, by what no browser loads: %s', (path) => {
    expect(touchedBy(path)).toEqual([]);
  });

  test('a file of tests is due itself', () => {
    expect(touchedBy('test/e2e/widget/pet.e2e.ts')).toEqual(['test/e2e/widget/pet.e2e.ts']);
  });

  test('for a page, those that name its address and those that go through all pages', () => {
    const found = touchedBy('console/pages/integrations/page.vue');
    expect(found).toContain('test/e2e/console/operation.e2e.ts');
    expect(found).toContain('test/e2e/console/home.e2e.ts');
    expect(through.length).toBeGreaterThan(2);
    expect(found).toEqual(expect.arrayContaining(through));
    expect(found.filter((path) => !path.startsWith('test/e2e/console/'))).toEqual([]);
    expect(found.length).toBeLessThan(all.length / 3);
  });

  test('the address of one page is not the beginning of another’s', () => {
    const naming = (address: string) => ({
      path: `test/e2e/console${address}.e2e.ts`,
      text: `open('${address}?part=1')`,
    });
    const some = ['/chat', '/chat-logs', '/charts'].map(naming);
    expect(browserFilesTouchedBy(['console/pages/chat/page.vue'], some)).toEqual([
      'test/e2e/console/chat.e2e.ts',
    ]);
  });

  test.each(areas.flatMap(({ pages }) => [...pages]))('each page of the menu has some: %s', (page) => {
    expect(touchedBy(`console/pages/${page}/page.vue`)).toEqual(expect.arrayContaining(through));
  });

  test('a page that shows parts of another one is due with it', () => {
    // The overview asks the page of models how well they are.
    expect(touchedBy('console/pages/models/model-health.ts')).toContain(
      'test/e2e/console/first-run/newcomer.e2e.ts',
    );
    const ofKnowledge = touchedBy('console/pages/knowledge/rebuild-notice.vue');
    expect(ofKnowledge).toContain('test/e2e/console/index/rebuild-ends.e2e.ts');
  });

  test('its labels are due where others show them, its parts are not', () => {
    const [parts, labels] = [
      touchedBy('console/pages/integrations/page.vue'),
      touchedBy('console/pages/integrations/texts.ts'),
    ];
    expect(labels).toEqual(expect.arrayContaining([...parts]));
    expect(labels).toContain('test/e2e/console/settings.e2e.ts');
    expect(parts).not.toContain('test/e2e/console/settings.e2e.ts');
  });

  test('what visitors or authors see of a feature is due with its page', () => {
    expect(touchedBy('server/features/pets/draw.ts')).toContain('test/e2e/widget/pet.e2e.ts');
    expect(touchedBy('server/features/mindmap/map.ts')).toContain('test/e2e/widget/mind-map.e2e.ts');
    expect(touchedBy('contract/writing.ts')).toContain('test/e2e/editor/author.e2e.ts');
  });

  test('shared parts of the console make all of its tests due, and several paths what each of them does', () => {
    const ofConsole = all.filter((path) => path.startsWith('test/e2e/console/'));
    expect(touchedBy('console/ui/page-frame.vue')).toEqual(ofConsole);
    expect(touchedBy('console/ui/page-frame.vue', 'test/e2e/service.e2e.ts')).toEqual([
      ...ofConsole,
      'test/e2e/service.e2e.ts',
    ]);
  });
});
