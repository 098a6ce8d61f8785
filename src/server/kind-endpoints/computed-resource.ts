/** Creates the endpoint of a computed kind, whose objects are computed for each request and never stored. */
import { AssertionError } from "../../base/assert.ts";
import { bindKind } from "../../registry/index.ts";
import type { ComputedKindHandlers, KindDeclaration, KindHooks, Verb } from "../../schema/index.ts";
import { deprecationOf } from "../requests/deprecation.ts";
import { type EndpointHandler, type ServedEndpoint, targetOf, type VerbHandler } from "../served/endpoint.ts";
import { type ServedResource } from "../served/resource-table.ts";
import { createComputed, getComputed, listComputed } from "../verbs/computed-objects.ts";
import type { VerbServices } from "../verbs/services.ts";
import { computedType } from "./computed-document-type.ts";

/** A kind whose objects are computed for each request. */
export interface ComputedKind {
  readonly declaration: KindDeclaration;
  readonly hooks: KindHooks;
  /** The functions that compute the objects, one for each verb. */
  readonly operations: ComputedKindHandlers;
}

/** Returns the endpoint of a computed kind. Such kinds have no subresources. */
export function serveComputed(computed: ComputedKind, services: VerbServices): ServedResource {
  const { declaration, hooks } = computed;
  const { vocabulary } = services;
  const kind = bindKind(declaration, vocabulary);
  const handlers: Partial<Record<Verb, EndpointHandler>> = {};
  const endpoint: ServedEndpoint = {
    resourceKind: kind,
    subresource: "",
    target: targetOf(kind, ""),
    documentKind: kind,
    documentType: computedType(kind, hooks, services),
    vocabulary,
    handlers,
    ...deprecationOf(declaration, vocabulary),
  };
  for (const verb of declaration.verbs) {
    const handle = verbHandlerOf(verb, computed, services);
    handlers[verb] = (call, info) => handle({ call, info, endpoint });
  }
  return { endpoint, subresources: new Map() };
}

function verbHandlerOf(verb: Verb, kind: ComputedKind, services: VerbServices): VerbHandler<ServedEndpoint> {
  const { declaration, hooks, operations } = kind;
  switch (verb) {
    case "create":
      return createComputed(services, operations);
    case "get":
      return getComputed(services, operations);
    case "list":
      return listComputed(services, operations, hooks);
    default:
      throw new AssertionError(`${declaration.kind} declares the verb ${verb}, which needs stored objects`);
  }
}
