/**
 * The controller that deletes generated token Secrets that no client uses. The server no longer generates such Secrets,
 * but clusters may have them from earlier releases.
 */
import type { ControllerSpec } from "../frame/index.ts";
import { controllerNames } from "../names.ts";
import { LegacyTokenCleaner } from "./legacy-token-cleaner.ts";

/** Returns the controller. @param periodMs how long a token must be unused before it is invalidated */
export function legacyTokenCleaner(periodMs: number): ControllerSpec {
  return {
    ...controllerNames.legacyTokenCleaner,
    workers: 1,
    run: (context, signal) => new LegacyTokenCleaner(context, periodMs).run(signal),
  };
}
