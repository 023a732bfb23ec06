import type { InstallationSetup } from '../contract/system.ts';

/** Commands to copy, in the form for this installation. */
export function startCommands(setup: InstallationSetup | undefined) {
  const start = setup?.startCommand ?? 'docent';
  const guided = setup?.setupCommand ?? 'docent setup';
  return {
    /** Asks for the site and the model, tries both, and keeps the answers. */
    guided,
    /** Puts everything but keys and credentials into one file. */
    backup: guided.replace(/setup$/, 'backup'),
    /** Gives unused room of the database back to the disk. */
    vacuum: guided.replace(/setup$/, 'vacuum'),
    folder: `DOCENT_CONTENT_DIR=/path/to/your/articles ${start}`,
    site: `DOCENT_SITE=https://your-site.example ${start}`,
    /** The expected path of the models file, and the file of settings with the line that gives the sample its key. */
    modelsPath: setup?.modelsPath ?? setup?.modelsFile ?? '',
    settingsPath: setup?.settingsPath ?? 'docent.env',
    key: 'MODEL_API_KEY=your-key',
  };
}
