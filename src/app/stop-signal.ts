/** The wish to stop, from outside. */

/** The second signal's exit code, as shells report a process that a signal ended. */
const signalNumbers = { SIGINT: 2, SIGTERM: 15 } as const;

/** Resolves at the first SIGTERM or SIGINT; the second one ends the process at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        if (asked) process.exit(128 + signalNumbers[signal]);
        asked = true;
        resolve();
      });
    }
  });
}
