/** Authenticates requests without credentials as the anonymous user. */
import type { Authenticator, RecognizedUser } from "./authenticator.ts";
import { anonymous } from "./user.ts";

/** Which requests without credentials are accepted. */
export interface AnonymousAccess {
  readonly enabled: boolean;
  /** Decoded paths that may be requested. Empty: all paths. */
  readonly paths: readonly string[];
}

/** Returns the method for requests without credentials. Undefined if none of them are accepted. */
export function anonymousAuthenticator({ enabled, paths }: AnonymousAccess): Authenticator | undefined {
  if (!enabled) return undefined;
  const allowedPaths = new Set(paths);
  const identity: RecognizedUser = { user: anonymous };
  return ({ path }, audiences) => {
    if (allowedPaths.size > 0 && !allowedPaths.has(path)) return undefined;
    return audiences.length === 0 ? identity : { ...identity, audiences };
  };
}
