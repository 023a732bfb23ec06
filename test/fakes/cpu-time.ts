/** Milliseconds of processor time that this thread has used; other load of the machine does not count. */
export const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
