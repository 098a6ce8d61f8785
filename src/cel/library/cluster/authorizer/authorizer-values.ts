/** Values with which expressions ask an authorizer. Each step of `authorizer.group('').resource('pods')` is a new value. */

import { parseRequirements } from "../../../../meta/access/parse-requirements.ts";
import { parseFieldSelector } from "../../../../meta/field-selector.ts";
import { parseLabelSelector } from "../../../../meta/label-selector.ts";
import type { User } from "../../../../meta/user.ts";
import type { ObjectType } from "../../../types/index.ts";
import { noSuchOverload, OpaqueValue, type Value } from "../../../values/index.ts";
import type { AuthorizerTypes } from "../cluster-types.ts";
import type { AuthorizationDecision, SynchronousAuthorizer } from "./authorizer.ts";

/** A value that cannot be compared, as in the reference: not even with itself. */
abstract class IncomparableValue extends OpaqueValue {
  readonly type: ObjectType;

  constructor(type: ObjectType) {
    super();
    this.type = type;
  }

  override equals(_other: Value): Value {
    return noSuchOverload();
  }
}

/** The authorizer, and the user about whom expressions ask. */
export interface AuthorizerContext {
  readonly user: User;
  readonly authorizer: SynchronousAuthorizer;
  readonly types: AuthorizerTypes;
  /** Whether queries contain selectors. If not, selectors have no effect. */
  readonly usesSelectors: boolean;
}

/** The variable `authorizer`. */
export class AuthorizerValue extends IncomparableValue {
  readonly context: AuthorizerContext;

  constructor(context: AuthorizerContext) {
    super(context.types.authorizer);
    this.context = context;
  }

  /** Returns an authorizer that is asked about a service account instead of the user. */
  ofServiceAccount(namespace: string, name: string): AuthorizerValue {
    const user = {
      name: `system:serviceaccount:${namespace}:${name}`,
      groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`],
    };
    return new AuthorizerValue({ ...this.context, user });
  }
}

/** A path whose authorization can be checked. */
export class PathCheckValue extends IncomparableValue {
  readonly #context: AuthorizerContext;
  readonly #path: string;

  constructor(context: AuthorizerContext, path: string) {
    super(context.types.pathCheck);
    this.#context = context;
    this.#path = path;
  }

  check(verb: string): DecisionValue {
    const { user, authorizer, types } = this.#context;
    return new DecisionValue(types.decision, authorizer.authorize({ isResource: false, user, verb, path: this.#path }));
  }
}

/** A group of the API. */
export class GroupCheckValue extends IncomparableValue {
  readonly #context: AuthorizerContext;
  readonly #group: string;

  constructor(context: AuthorizerContext, group: string) {
    super(context.types.groupCheck);
    this.#context = context;
    this.#group = group;
  }

  resource(resource: string): ResourceCheckValue {
    return new ResourceCheckValue(this.#context, { ...emptyResource, group: this.#group, resource });
  }
}

/** The resource that an expression asks for. Empty texts are unset. */
export interface CheckedResource {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly fieldSelector: string;
  readonly labelSelector: string;
}

const emptyResource: CheckedResource = {
  group: "",
  resource: "",
  subresource: "",
  namespace: "",
  name: "",
  fieldSelector: "",
  labelSelector: "",
};

/** A resource of the API whose authorization can be checked. */
export class ResourceCheckValue extends IncomparableValue {
  readonly #context: AuthorizerContext;
  readonly #resource: CheckedResource;

  constructor(context: AuthorizerContext, resource: CheckedResource) {
    super(context.types.resourceCheck);
    this.#context = context;
    this.#resource = resource;
  }

  /** Returns the check with one part changed. */
  with(part: Partial<CheckedResource>): ResourceCheckValue {
    return new ResourceCheckValue(this.#context, { ...this.#resource, ...part });
  }

  check(verb: string): DecisionValue {
    const { user, authorizer, types, usesSelectors } = this.#context;
    const { fieldSelector, labelSelector, ...resource } = this.#resource;
    const query = { isResource: true, user, verb, version: "*", ...resource } as const;
    const selectors = usesSelectors ? parsedSelectors(fieldSelector, labelSelector) : {};
    return new DecisionValue(types.decision, authorizer.authorize({ ...query, ...selectors }));
  }
}

/** Returns the selectors of a query. An empty text sets none. */
function parsedSelectors(fieldSelector: string, labelSelector: string) {
  return {
    fieldSelector: fieldSelector === "" ? undefined : parseRequirements(parseFieldSelector, fieldSelector),
    labelSelector: labelSelector === "" ? undefined : parseRequirements(parseLabelSelector, labelSelector),
  };
}

/** The answer of an authorizer. */
export class DecisionValue extends IncomparableValue {
  readonly decision: AuthorizationDecision;

  constructor(type: ObjectType, decision: AuthorizationDecision) {
    super(type);
    this.decision = decision;
  }
}

/** Returns the value of the variable `authorizer.requestResource`: the check of a request's resource. */
export function requestResourceValue(
  context: AuthorizerContext,
  resource: Omit<CheckedResource, "fieldSelector" | "labelSelector">,
): ResourceCheckValue {
  return new ResourceCheckValue(context, { ...emptyResource, ...resource });
}
