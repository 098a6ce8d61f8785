/** Request handlers of all built-in kinds that are never stored. */
import type { KindAnswers, KindDeclaration } from "../schema/index.ts";
import { authenticationAnswers, type IdentityServices } from "./authentication/index.ts";
import { type AccessServices, authorizationAnswers } from "./authorization/index.ts";
import { componentStatusAnswers, type HealthServices } from "./core/component-status-answers.ts";
import { type BindingServices, bindingAnswers } from "./core/pod/binding-answers.ts";

/** Services of the server that the handlers need. */
export interface AnswerServices extends AccessServices, BindingServices, HealthServices, IdentityServices {}

/** Returns the request handlers of all built-in kinds that are never stored. */
export function builtinAnswers(services: AnswerServices): ReadonlyMap<KindDeclaration, KindAnswers> {
  return new Map([
    ...authenticationAnswers(services),
    ...authorizationAnswers(services),
    ...bindingAnswers(services),
    ...componentStatusAnswers(services),
  ]);
}
