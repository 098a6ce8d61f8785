/**
 * The callbacks of each signal, behind one listener. A program often has one signal for everything that it runs, and
 * Node warns of a leak if a signal has more than ten listeners.
 */
const listeners = new WeakMap<AbortSignal, { readonly calls: Set<() => void>; readonly listener: () => void }>();

/**
 * Calls `callback` once when the signal is aborted. Does nothing if the signal is already aborted. Dispose the result
 * to stop listening.
 * @example
 * ```ts
 * using listener = onAbort(signal, () => console.log("stopping"));
 * ```
 */
export function onAbort(signal: AbortSignal, callback: () => void): Disposable {
  // The same function may be registered twice, and is then called twice.
  const call = (): void => callback();
  let known = listeners.get(signal);
  if (!known) {
    const calls = new Set<() => void>();
    const listener = (): void => {
      for (const one of calls) one();
    };
    known = { calls, listener };
    listeners.set(signal, known);
    signal.addEventListener("abort", listener, { once: true });
  }
  const { calls, listener } = known;
  calls.add(call);
  return {
    [Symbol.dispose]: () => {
      calls.delete(call);
      if (calls.size > 0 || listeners.get(signal)?.calls !== calls) return;
      listeners.delete(signal);
      signal.removeEventListener("abort", listener);
    },
  };
}
