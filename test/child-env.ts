/** All that a service started by a test inherits: where programs are, and where compiled modules are kept. */
export const childEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};
