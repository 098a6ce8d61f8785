/** The variables of expressions about a request, in one of its versions. Their values are made when an expression first uses them. */
import type { Namespace } from "../../api/core/v1/namespace.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import {
  type AuthorizerContext,
  AuthorizerValue,
  clusterTypes,
  fromJson,
  requestResourceValue,
  type Value,
} from "../../cel/index.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { namespaceNameOf, requestDocument } from "../matching/index.ts";
import type { AdmissionRequest, VersionedRequest } from "../plugin.ts";
import type { AuthorizerDecisions } from "./authorizer-decisions.ts";

/** The server and the decisions of its authorizer. */
export interface ValueServices {
  readonly vocabulary: Vocabulary;
  readonly isEnabled: (gate: string) => boolean;
  readonly decisions: AuthorizerDecisions;
}

/** The names and objects of one version of a request. */
export type ObjectVersion = Pick<VersionedRequest, "kind" | "resource" | "object" | "oldObject">;

/** The values of one version of a request. */
export class RequestValues {
  readonly decisions: AuthorizerDecisions;
  readonly #request: AdmissionRequest;
  readonly #version: ObjectVersion;
  readonly #services: ValueServices;
  readonly #known = new Map<string, Value>();

  constructor(request: AdmissionRequest, version: ObjectVersion, services: ValueServices) {
    this.decisions = services.decisions;
    this.#request = request;
    this.#version = version;
    this.#services = services;
  }

  /** Sets `namespaceObject`, which is null otherwise. */
  setNamespace(namespace: DeepReadonly<Namespace> | undefined): void {
    this.#known.set("namespaceObject", namespace ? fromJson(visibleNamespace(namespace)) : null);
  }

  /** Returns the same values, but `namespaceObject` is null. */
  withoutNamespace(): RequestValues {
    return new RequestValues(this.#request, this.#version, this.#services);
  }

  /** Returns the value of a variable that does not depend on a policy. Undefined for other names. */
  get(name: string): Value | undefined {
    let value = this.#known.get(name);
    if (value === undefined) {
      value = this.#create(name);
      if (value !== undefined) this.#known.set(name, value);
    }
    return value;
  }

  #create(name: string): Value | undefined {
    switch (name) {
      case "object":
        return fromJson(this.#version.object ?? null);
      case "oldObject":
        return fromJson(this.#version.oldObject ?? null);
      case "request":
        return fromJson(requestVariable(this.#request, this.#version));
      case "namespaceObject":
        return null;
      case "authorizer":
        return new AuthorizerValue(this.#authorizerContext());
      case "authorizer.requestResource":
        return this.#requestResource();
      default:
        return undefined;
    }
  }

  #authorizerContext(): AuthorizerContext {
    const { vocabulary, isEnabled, decisions } = this.#services;
    return {
      user: this.#request.user,
      authorizer: decisions,
      types: clusterTypes(vocabulary),
      usesSelectors: isEnabled("AuthorizeWithSelectors"),
    };
  }

  #requestResource(): Value {
    const { resource, subresource, name } = this.#request;
    const namespace = namespaceNameOf(this.#request);
    const checked = { group: resource.group, resource: resource.resource, subresource, namespace, name };
    return requestResourceValue(this.#authorizerContext(), checked);
  }
}

/** Returns the variable `request`. As in the reference, it has no uid, and the objects are null. */
function requestVariable(request: AdmissionRequest, version: ObjectVersion): ReadonlyJsonObject {
  const { dryRun, options } = request;
  const members = { object: null, oldObject: null, dryRun, options: options ?? null };
  return { ...requestDocument("", request, version), ...members };
}

/** Returns the parts of a Namespace that expressions see. */
function visibleNamespace({ metadata, spec, status }: DeepReadonly<Namespace>): ReadonlyJsonObject {
  const { managedFields: _fields, ownerReferences: _owners, selfLink: _link, ...visible } = metadata;
  return { metadata: visible, spec: spec ?? {}, status: status ?? {} };
}
