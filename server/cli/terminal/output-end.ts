import { writeSync } from 'node:fs';
import process from 'node:process';

/** Exit code of a program that a closed pipe has ended, as a shell reports it. */
const readerLeft = 141;

const outputs = [process.stdout, process.stderr];

/** Ends the process when what it prints can go nowhere: quietly behind a reader that has enough, such as `head`. */
export function endWithOutput(): void {
  for (const stream of outputs) stream.on('error', end);
}

/** Until it is disposed of, the process goes on without a reader or a terminal: half of its work would be worse than unseen work. */
export function goOnWithoutOutput(): Disposable {
  const ending = outputs.filter((stream) => stream.listeners('error').includes(end));
  let isLost = false;
  const ignore = () => {
    isLost = true;
  };
  for (const stream of outputs) stream.off('error', end).on('error', ignore);
  return {
    [Symbol.dispose]() {
      // Words that are still on their way to a reader who has left must not end what is left to do.
      if (isLost) return;
      for (const stream of outputs) stream.off('error', ignore);
      for (const stream of ending) stream.on('error', end);
    },
  };
}

function end(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(readerLeft);
  try {
    writeSync(2, `docent: the output cannot be written: ${error.message}\n`);
  } finally {
    process.exit(1);
  }
}
