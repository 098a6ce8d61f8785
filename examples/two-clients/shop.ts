/** A task that two clients solve: `official.ts` and `orch.ts`. */

/** Works with the colour (`data.colour`) of the ConfigMaps with the label `app=shop` in the namespace `default`. */
export interface Shop {
  /** Returns the names of all ConfigMaps, read in chunks of two. */
  names(): Promise<string[]>;
  /** Sets the colour of a ConfigMap, and changes nothing else. */
  paint(name: string, colour: string): Promise<void>;
  /** Calls `act`, and returns the name of the ConfigMap that changes next. */
  nextChange(act: () => Promise<void>): Promise<string>;
  /**
   * Calls `onColour` for each ConfigMap and for each change until the signal is aborted. The colour of a deleted
   * ConfigMap is undefined.
   */
  follow(onColour: (name: string, colour: string | undefined) => void, signal: AbortSignal): Promise<void>;
}
