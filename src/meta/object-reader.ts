import type { DeepReadonly } from "../base/deep-readonly.ts";

/**
 * Reads objects of one kind inside the server, without a request. Authorization and admission use it to look up
 * objects.
 */
export interface ObjectReader<T> {
  /**
   * Returns the latest state of an object, or undefined if it does not exist. The object is shared and must not be
   * changed.
   * @param namespace empty for cluster-scoped kinds
   */
  get(namespace: string, name: string): Promise<DeepReadonly<T> | undefined>;
}

/** Reads all objects of a namespace, of a kind that may have many. */
export interface ObjectScanner<T> {
  /**
   * Returns the latest state of all objects of a namespace, in the order of their names. Each function parses its object when it is
   * called. Divide the work with `fairTurns`.
   * @throws StatusError 500 if an object is unreadable
   */
  scan(namespace: string): Promise<readonly (() => DeepReadonly<T>)[]>;
}

/** Reads single objects, and all objects of a namespace. */
export interface ObjectLister<T> extends ObjectReader<T> {
  /**
   * Returns the latest state of all objects of a namespace, in the order of their names. The objects are shared and must not
   * be changed.
   * @param namespace empty for all namespaces, and for cluster-scoped kinds
   */
  list(namespace: string, options?: ListerOptions): Promise<readonly DeepReadonly<T>[]>;
}

/** Options of a list of objects. */
export interface ListerOptions {
  /** Whether the latest writes of other processes may be missing, so that the list does not wait for them. */
  readonly mayBeOlder?: boolean;
}
