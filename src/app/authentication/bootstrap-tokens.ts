/** Finds the Secrets of bootstrap tokens in the cluster. */
import { secret } from "../../api/core/v1/secret.ts";
import { bootstrapTokenAuthenticator, type TokenAuthenticator } from "../../authn/index.ts";
import type { Clock } from "../../base/clock.ts";
import { hasCode } from "../../meta/status-error.ts";
import { systemNamespace, type Vocabulary } from "../../meta/vocabulary.ts";
import type { ObjectAccess } from "../../schema/index.ts";

/** Services of the cluster that bootstrap tokens need. */
export interface BootstrapTokenServices {
  readonly clock: Clock;
  readonly vocabulary: Vocabulary;
  readonly objects: ObjectAccess;
}

/** Returns the method for bootstrap tokens. */
export function bootstrapTokens({ clock, vocabulary, objects }: BootstrapTokenServices): TokenAuthenticator {
  const namespace = vocabulary.bind(systemNamespace("system"));
  return bootstrapTokenAuthenticator({
    clock,
    vocabulary,
    readSecret: async (name) => {
      try {
        return await objects.get(secret, { namespace, name });
      } catch (error) {
        if (hasCode(error, 404)) return undefined;
        throw error;
      }
    },
  });
}
