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
