import { expect, test } from 'vitest';
import { startCommands } from './start-commands.ts';

const setup = {
  sampleSite: true,
  contentDir: '',
  modelsFile: '',
  publicOrigin: '',
  currency: '',
  passwordIsSetByOperator: false,
};

test('commands are those of the installation: of the package, or of a checkout', () => {
  expect(startCommands({ ...setup, startCommand: 'docent', setupCommand: 'docent setup' })).toMatchObject({
    guided: 'docent setup',
    backup: 'docent backup',
    vacuum: 'docent vacuum',
    folder: 'DOCENT_CONTENT_DIR=/path/to/your/articles docent',
  });
  expect(
    startCommands({
      ...setup,
      startCommand: 'npm start',
      setupCommand: 'npx node server/cli.ts setup',
      modelsPath: '/etc/models.json',
      settingsPath: '/srv/docent/docent.env',
    }),
  ).toMatchObject({
    guided: 'npx node server/cli.ts setup',
    backup: 'npx node server/cli.ts backup',
    vacuum: 'npx node server/cli.ts vacuum',
    modelsPath: '/etc/models.json',
    settingsPath: '/srv/docent/docent.env',
  });
  expect(
    startCommands({
      ...setup,
      startCommand: "node '/srv/two words/bin/docent.js'",
      setupCommand: "node '/srv/two words/bin/docent.js' setup",
    }),
  ).toMatchObject({
    backup: "node '/srv/two words/bin/docent.js' backup",
    site: "DOCENT_SITE=https://your-site.example node '/srv/two words/bin/docent.js'",
  });
});
