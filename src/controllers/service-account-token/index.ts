/** The controller of the Secrets that hold tokens of ServiceAccounts. */
import type { ControllerSpec } from "../frame/index.ts";
import { controllerNames } from "../names.ts";
import { TokenSecretController, type TokenSecretOptions } from "./token-secret-controller.ts";

export type { SignToken } from "./token-claims.ts";

/** Returns the controller that fills token Secrets, and deletes them with their accounts. */
export function serviceAccountTokenController(options: TokenSecretOptions): ControllerSpec {
  return {
    ...controllerNames.serviceAccountToken,
    workers: 5,
    run: (context, signal) => new TokenSecretController(context, options).run(signal),
  };
}
