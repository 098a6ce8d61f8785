import type { Vocabulary } from "../../meta/vocabulary.ts";
import { ApiServer, type ApiServerOptions } from "../../server/index.ts";
import { builtinAuthorizer } from "./access-control.ts";

/** Options of an API server that authorizes with the built-in methods. */
export interface BuiltinApiServerOptions extends Omit<ApiServerOptions, "authorizer"> {
  readonly vocabulary: Vocabulary;
}

/** Returns an API server with the built-in authorizer. */
export function createApiServer({ vocabulary, ...options }: BuiltinApiServerOptions): ApiServer {
  return new ApiServer({ ...options, authorizer: builtinAuthorizer(vocabulary) });
}
