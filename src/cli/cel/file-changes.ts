/** Reports changes of files. */
import { watch } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { sleep } from "../../base/clock.ts";
import { deferred } from "../../base/deferred.ts";
import type { CelTerminal } from "./cel-terminal.ts";

/** Editors write a file in several steps. Changes in this time after the first count as one. */
const settleMs = 50;

/**
 * Yields after each change of one of the files, until the user interrupts the command. Folders are watched instead of files,
 * because many editors replace a file by a new one.
 */
export async function* changesOf(
  files: readonly string[],
  { cwd, signal, clock }: CelTerminal,
): AsyncGenerator<void, void, undefined> {
  const paths = files.map((file) => resolve(cwd, file));
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);
  let notify: (() => void) | undefined;
  let isChanged = false;
  let failure: Error | undefined;
  const note = (): void => {
    isChanged = true;
    notify?.();
  };
  const watchFolder = async (folder: string): Promise<void> => {
    for await (const { filename } of watch(folder, { signal: stopped })) {
      if (filename === null || paths.some((path) => dirname(path) === folder && basename(path) === filename)) note();
    }
  };
  for (const folder of new Set(paths.map((path) => dirname(path)))) {
    watchFolder(folder).catch((error: unknown) => {
      if (stopped.aborted) return;
      failure = error instanceof Error ? error : new Error(String(error));
      note();
    });
  }
  stopped.addEventListener("abort", note);
  try {
    while (!stopped.aborted) {
      if (!isChanged) {
        const change = deferred();
        notify = () => change.resolve();
        await change.promise;
      }
      if (failure !== undefined) throw failure;
      if (stopped.aborted) return;
      await sleep(clock, settleMs, stopped).catch((error: unknown) => {
        if (!stopped.aborted) throw error;
      });
      isChanged = false;
      yield;
    }
  } finally {
    stop.abort();
  }
}
