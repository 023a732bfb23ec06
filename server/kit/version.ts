import packageJson from '../../package.json' with { type: 'json' };

/** Version of Docent, such as `1.0.0`. */
export const serviceVersion: string = packageJson.version;
