import { deferred } from "./deferred.ts";

/**
 * The callbacks of each signal, behind one listener. A program often has one signal for everything that it runs, and
 * Node warns of a leak if a signal has more than ten listeners.
 */
const listeners = new WeakMap<AbortSignal, { readonly callbacks: Set<() => void>; readonly listener: () => void }>();

/**
 * Calls `callback` once when the signal is aborted. Does nothing if the signal is already aborted. Dispose the result
 * to stop listening.
 * @param signal any number of callbacks may share one signal
 * @param callback must not throw
 * @example
 * ```ts
 * using listener = onAbort(signal, () => console.log("stopping"));
 * ```
 */
export function onAbort(signal: AbortSignal, callback: () => void): Disposable {
  // The same function may be registered twice, and is then called twice.
  const callbackOnce = (): void => callback();
  let entry = listeners.get(signal);
  if (!entry) {
    const callbacks = new Set<() => void>();
    const listener = (): void => {
      for (const registered of callbacks) registered();
    };
    entry = { callbacks, listener };
    listeners.set(signal, entry);
    signal.addEventListener("abort", listener, { once: true });
  }
  const { callbacks, listener } = entry;
  callbacks.add(callbackOnce);
  return {
    [Symbol.dispose]: () => {
      callbacks.delete(callbackOnce);
      if (callbacks.size > 0 || listeners.get(signal)?.callbacks !== callbacks) return;
      listeners.delete(signal);
      signal.removeEventListener("abort", listener);
    },
  };
}

/** Waits for the promise. @throws the signal's reason if it is aborted first */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  signal?.throwIfAborted();
  const aborted = deferred<never>();
  using _ = signal && onAbort(signal, () => aborted.reject(signal.reason));
  return await Promise.race([promise, aborted.promise]);
}
