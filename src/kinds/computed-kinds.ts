/** Request handlers of all built-in kinds that are never stored. */
import type { ComputedKindHandlers, KindDeclaration } from "../schema/index.ts";
import { authenticationHandlers, type IdentityServices } from "./authentication/index.ts";
import { authorizationHandlers, type ReviewServices } from "./authorization/index.ts";
import { componentStatusHandlers, type HealthServices } from "./core/component-status-handlers.ts";
import { type BindingServices, bindingHandlers } from "./core/pod/binding-handlers.ts";

/** Services of the server that the handlers need. */
export interface HandlerServices extends ReviewServices, BindingServices, HealthServices, IdentityServices {}

/** Returns the request handlers of all built-in kinds that are never stored. */
export function computedKindHandlers(services: HandlerServices): ReadonlyMap<KindDeclaration, ComputedKindHandlers> {
  return new Map([
    ...authenticationHandlers(services),
    ...authorizationHandlers(services),
    ...bindingHandlers(services),
    ...componentStatusHandlers(services),
  ]);
}
