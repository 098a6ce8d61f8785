/**
 * Requests as policies see them. A server decodes an object and fills in its defaults, like for a create. The last admission
 * plugin takes the request before the object is validated and stored.
 */
import type { MutableRequest, PluginDefinition } from "../../../admission/index.ts";
import { StatusError } from "../../../meta/status-error.ts";

/** Ends a request whose object has been taken. No client sees it. */
const taken = new StatusError(418, "the request was taken");

/** Takes the requests of a server while it is asked to. */
export class CapturedRequests {
  #isCapturing = false;
  #captured: MutableRequest | undefined;

  /** The plugin that takes requests. */
  readonly plugin: PluginDefinition = {
    name: "CapturedRequests",
    operations: ["CREATE"],
    keepsObject: true,
    load: () => ({
      admit: async (request) => {
        if (!this.#isCapturing) return;
        this.#captured = request;
        throw taken;
      },
    }),
  };

  /** Returns the request that `send` sends. Undefined if the server rejects it earlier. */
  async take(send: () => Promise<void>): Promise<MutableRequest | undefined> {
    this.#isCapturing = true;
    this.#captured = undefined;
    try {
      await send();
      return this.#captured;
    } finally {
      this.#isCapturing = false;
    }
  }
}
