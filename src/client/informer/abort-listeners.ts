/**
 * Listeners of an abort, any number of them behind one: a program has one signal for all that it runs, and Node warns of a
 * leak when a signal has more than ten listeners.
 */
const listeners = new WeakMap<AbortSignal, { readonly calls: Set<() => void>; readonly listener: () => void }>();

/** Calls back once when the signal is aborted, unless that was before; disposing ends it. */
export function onAbort(signal: AbortSignal, callback: () => void): Disposable {
  // A function may be given twice: each is a call of its own.
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
