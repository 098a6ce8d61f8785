/** Signals that stop the process. */

/** Exit codes with which shells report a process that the signal ended. */
const exitCodesBySignal = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Resolves at the first SIGTERM or SIGINT. A second signal ends the process at once.
 * @returns the exit code of a process that the signal ended
 */
export function stopSignal(): Promise<number> {
  return new Promise((resolve) => {
    let isStopping = false;
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        if (isStopping) process.exit(exitCodesBySignal[signal]);
        isStopping = true;
        resolve(exitCodesBySignal[signal]);
      });
    }
  });
}
