import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { areas } from '../../console/page-groups.ts';
import { startLiveService } from '../e2e/live-service.ts';
import { startBrowser } from '../e2e/visitor.ts';
import { looks, takeConsole } from './console-pictures.ts';
import { writeContactSheet } from './contact-sheet.ts';
import { startLivedIn } from './lived-in.ts';
import { freshScenes, livedInScenes } from './scenes.ts';
import { takeReadme } from './readme-pictures.ts';
import { writeSkins } from './skin-pictures.ts';
import { takeWidget } from './widget-pictures.ts';

/** Number of pictures side by side on a contact sheet, and their width. */
const sheets = {
  desktop: { columns: 3, width: 640 },
  tablet: { columns: 4, width: 480 },
  phone: { columns: 6, width: 300 },
};

/*
 * Takes pictures of all that people see, for other people to look at: every page of the console in both languages, both themes
 * and on three screens, and the states of the widget; with contact sheets. Needs a build and Chromium.
 *
 *   npm run pictures -- <folder> [console|widget] [part of a name]
 *   npm run pictures -- docs/images readme
 *   npm run pictures -- server/features/pets/images/skins skins
 */
const [folder = 'pictures', what = '', only = ''] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const browser = await startBrowser();
try {
  if (what === 'skins') await writeSkins(folder);
  else if (what === 'readme') {
    await using live = await startLivedIn();
    await takeReadme(browser, live, folder);
  } else await takeAll();
} finally {
  await browser.close();
}

async function takeAll(): Promise<void> {
  for (const screen of ['desktop', 'tablet', 'phone'] as const) {
    const { columns, width } = sheets[screen];
    const sheet = (name: string, files: readonly string[]) =>
      files.length === 0
        ? undefined
        : writeContactSheet({ files, target: join(folder, `sheet-${name}-${screen}.png`), columns, width });
    if (what !== 'console' && screen !== 'tablet')
      for (const colorScheme of ['light', 'dark'] as const)
        await sheet(
          `widget-${colorScheme}`,
          await takeWidget({ browser, folder, screen, colorScheme, only }),
        );
    if (what === 'widget') continue;
    await using live = await startLivedIn();
    await using fresh = await startLiveService();
    const pages = areas.flatMap((area) => [...area.pages]);
    for (const look of looks) {
      const shot = { browser, folder, screen, look, only };
      await sheet(`console-${look.locale.slice(0, 2)}-${look.colorScheme}`, [
        ...(await takeConsole({ ...shot, live, pages, scenes: livedInScenes(live) })),
        ...(await takeConsole({ ...shot, live: fresh, pages: [], scenes: freshScenes })),
      ]);
    }
  }
}
