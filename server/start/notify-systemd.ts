import { execFile } from 'node:child_process';

/** What systemd asks of a service of `Type=notify`. */
export interface SystemdWishes {
  /** True where somebody listens for notices. */
  readonly isListening: boolean;
  /** Interval in which a sign of life is due, in milliseconds; `undefined` without a watchdog. */
  readonly watchdogMs: number | undefined;
}

/** Tells systemd what the service does. Without systemd it does nothing. */
export function createSystemdNotices({ isListening, watchdogMs }: SystemdWishes) {
  let beat: NodeJS.Timeout | undefined;
  // Node.js has no sockets of the kind that systemd listens on; its own command has.
  const tell = (...notices: readonly string[]) => {
    if (isListening) execFile('systemd-notify', [...notices], () => undefined);
  };
  return {
    /** The service listens. From now on signs of life are sent, from the event loop that also answers. */
    ready(): void {
      tell('READY=1', 'STATUS=Listening');
      if (watchdogMs !== undefined) beat = setInterval(() => tell('WATCHDOG=1'), watchdogMs / 2).unref();
    },
    stopping(): void {
      tell('STOPPING=1', 'STATUS=Waiting for running answers');
      clearInterval(beat);
    },
  };
}
