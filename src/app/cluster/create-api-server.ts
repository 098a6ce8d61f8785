import type { Vocabulary } from "../../meta/vocabulary.ts";
import { ApiServer, type ApiServerOptions } from "../../server/index.ts";
import { builtinAuthenticators, builtinAuthorizer } from "./access-control.ts";

/** Options of an API server that authenticates and authorizes with the built-in methods. */
export interface BuiltinApiServerOptions extends Omit<ApiServerOptions, "authenticators" | "authorizer"> {
  readonly vocabulary: Vocabulary;
}

/** Returns an API server with the built-in authenticators and authorizer. */
export function createApiServer({ vocabulary, ...options }: BuiltinApiServerOptions): ApiServer {
  return new ApiServer({
    ...options,
    authenticators: builtinAuthenticators(options.clock, vocabulary),
    authorizer: builtinAuthorizer(),
  });
}
