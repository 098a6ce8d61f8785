/** What is served for a kind whose objects are answered and never kept. */
import { AssertionError } from "../../base/assert.ts";
import { bindKind } from "../../registry/index.ts";
import type { KindAnswers, KindDeclaration, KindHooks, Verb } from "../../schema/index.ts";
import { type AnsweringVerb, createAnswer, getAnswer, listAnswers } from "../verbs/computed-objects.ts";
import type { VerbServices } from "../verbs/services.ts";
import { answeredShape } from "./computed-document-type.ts";
import { deprecationOf } from "./deprecation.ts";
import { type Endpoint, type Handler, type ServedResource, targetOf } from "./resource-table.ts";

export interface AnsweredKind {
  readonly declaration: KindDeclaration;
  readonly hooks: KindHooks;
  readonly answers: KindAnswers;
}

export function serveAnswers(answered: AnsweredKind, services: VerbServices): ServedResource {
  const { declaration, hooks } = answered;
  const { vocabulary } = services;
  const served = bindKind(declaration, vocabulary);
  const shape = answeredShape(served, hooks, services);
  const handlers: Partial<Record<Verb, Handler>> = {};
  const endpoint: Endpoint = {
    served,
    subresource: "",
    target: targetOf(served, ""),
    kind: served,
    shape,
    vocabulary,
    handlers,
    ...deprecationOf(declaration, vocabulary),
  };
  for (const verb of declaration.verbs) {
    const answer = answeringVerb(verb, answered, services);
    handlers[verb] = (call, info) => answer({ call, info, endpoint });
  }
  return { endpoint, subresources: new Map() };
}

function answeringVerb(verb: Verb, kind: AnsweredKind, services: VerbServices): AnsweringVerb {
  const { declaration, hooks, answers } = kind;
  switch (verb) {
    case "create":
      return createAnswer(services, answers);
    case "get":
      return getAnswer(services, answers);
    case "list":
      return listAnswers(services, answers, hooks);
    default:
      throw new AssertionError(`${verb} of ${declaration.kind} needs objects that are kept`);
  }
}
