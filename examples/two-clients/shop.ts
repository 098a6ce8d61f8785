/** One task, done with two clients beside each other: `official.ts` and `orch.ts`. */

/** ConfigMaps of the namespace `default` that are labelled `app=shop`; what matters of them is `data.colour`. */
export interface Shop {
  /** All names, read in chunks of two. */
  names(): Promise<string[]>;
  /** Sets the colour of one, and leaves everything else as it is. */
  paint(name: string, colour: string): Promise<void>;
  /** The name of the one that is changed next, after `act` has been called. */
  nextChange(act: () => Promise<void>): Promise<string>;
  /** Tells the colours that there are, and every change (undefined: it is gone), until the signal is aborted. */
  follow(onColour: (name: string, colour: string | undefined) => void, signal: AbortSignal): Promise<void>;
}
