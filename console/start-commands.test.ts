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
    folder: 'DOCENT_CONTENT_DIR=/path/to/your/articles docent',
  });
  expect(
    startCommands({
      ...setup,
      startCommand: 'npm start',
      setupCommand: 'npx node server/cli.ts setup',
      modelsFile: '/etc/models.json',
    }),
  ).toMatchObject({
    guided: 'npx node server/cli.ts setup',
    backup: 'npx node server/cli.ts backup',
    models: 'MODEL_API_KEY=your-key DOCENT_MODELS_FILE=/etc/models.json npm start',
  });
  expect(
    startCommands({
      ...setup,
      startCommand: "node '/srv/two words/bin/docent.js'",
      setupCommand: "node '/srv/two words/bin/docent.js' setup",
      modelsFile: '/var/lib/my docent/models.json',
    }),
  ).toMatchObject({
    backup: "node '/srv/two words/bin/docent.js' backup",
    site: "DOCENT_SITE=https://your-site.example node '/srv/two words/bin/docent.js'",
    models:
      "MODEL_API_KEY=your-key DOCENT_MODELS_FILE='/var/lib/my docent/models.json' node '/srv/two words/bin/docent.js'",
  });
});
