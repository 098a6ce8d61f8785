import { ApiServer, type ApiServerOptions } from "../../server/index.ts";
import { builtinAuthorizer } from "./access-control.ts";

/** Options of an API server that authorizes with the built-in methods. */
export type BuiltinApiServerOptions = Omit<ApiServerOptions, "authorizer">;

/** Returns an API server with the built-in authorizer. */
export function createApiServer(options: BuiltinApiServerOptions): ApiServer {
  return new ApiServer({ ...options, authorizer: builtinAuthorizer() });
}
