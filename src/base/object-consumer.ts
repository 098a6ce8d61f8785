/** Receives the objects of a resource. */
export interface ObjectConsumer {
  /**
   * Called for each stored, created or updated object that can be read.
   * @param key relative to the prefix of the resource: `default/web`, or `node-1` for cluster-scoped kinds
   * @param json the object, as clients get it
   */
  set(key: string, json: Buffer): void;
  /** Called for each deleted object. It may be called for objects that the consumer has never received. */
  delete(key: string): void;
  /** Called before the objects are read again. */
  clear(): void;
}

/** Objects that are passed to consumers. */
export interface FollowedObjects {
  /** Whether the consumers have all changes that clients can have seen. If not, wait for `ready` before a decision. */
  readonly isReady: boolean;
  /** Passes the stored objects to the consumers, unless they have them, and waits for changes by other processes. */
  ready(): Promise<void>;
}
