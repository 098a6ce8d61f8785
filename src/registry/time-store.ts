/** Measures how long a request waits for the store. It is absent for requests that are not measured. */
export type TimeStore = <T>(run: () => Promise<T>) => Promise<T>;

/** Runs a step in the store, and measures it if the request is measured. */
export function inStore<T>(timeStore: TimeStore | undefined, run: () => Promise<T>): Promise<T> {
  return timeStore ? timeStore(run) : run();
}
