/**
 * Functions that ask whether a user may send a request:
 * `authorizer.group('').resource('pods').namespace('a').check('create').allowed()`.
 */
import { trimGoSpace } from "../../../../meta/go-space.ts";
import { checkDns1123Label, checkDns1123Subdomain } from "../../../../meta/name-formats.ts";
import {
  addRanges,
  type CallCost,
  type CostRules,
  exactly,
  type FunctionDeclaration,
  type Implementation,
  scaleRange,
  sizeOrOne,
  traversalFactor,
} from "../../../declarations/index.ts";
import { boolType, stringType, type Type } from "../../../types/index.ts";
import { EvaluationError, noSuchOverload, type Value } from "../../../values/index.ts";
import { declareFunction, memberOverload } from "../../declare.ts";
import type { AuthorizerTypes } from "../cluster-types.ts";
import type { AuthorizationDecision } from "./authorizer.ts";
import {
  AuthorizerValue,
  type CheckedResource,
  DecisionValue,
  GroupCheckValue,
  PathCheckValue,
  ResourceCheckValue,
} from "./authorizer-values.ts";

/** Allows two checks in one evaluation. */
const checkCost = 350_000;
const checkRules: CostRules = { cost: () => checkCost, estimate: () => ({ cost: exactly(checkCost) }) };

/** Returns the functions of authorizers, without those for selectors. */
export function authorizerFunctions(types: AuthorizerTypes): readonly FunctionDeclaration[] {
  const { authorizer, pathCheck, groupCheck, resourceCheck, decision } = types;
  const decisionProperty = (name: string, result: Type, read: (decision: AuthorizationDecision) => Value) =>
    declareFunction(name, [memberOverload(`decision_${name}`, [decision], result, ofDecision(read))]);
  const part = (name: "subresource" | "namespace" | "name") => resourcePart(types, name, `resourcecheck_${name}`);
  return [
    declareFunction("path", [memberOverload("authorizer_path", [authorizer, stringType], pathCheck, path)]),
    declareFunction("group", [memberOverload("authorizer_group", [authorizer, stringType], groupCheck, group)]),
    declareFunction("serviceAccount", [
      memberOverload("authorizer_serviceaccount", [authorizer, stringType, stringType], authorizer, serviceAccount),
    ]),
    declareFunction("resource", [
      memberOverload("groupcheck_resource", [groupCheck, stringType], resourceCheck, resource),
    ]),
    part("subresource"),
    part("namespace"),
    part("name"),
    declareFunction(
      "check",
      [
        memberOverload("pathcheck_check", [pathCheck, stringType], decision, checkOf(PathCheckValue)),
        memberOverload("resourcecheck_check", [resourceCheck, stringType], decision, checkOf(ResourceCheckValue)),
      ],
      checkRules,
    ),
    decisionProperty("allowed", boolType, ({ isAllowed }) => isAllowed),
    decisionProperty("reason", stringType, ({ reason }) => reason),
    decisionProperty("errored", boolType, ({ error }) => error !== undefined),
    decisionProperty("error", stringType, ({ error }) => error ?? ""),
  ];
}

/** Returns the functions that add selectors to a check. They need those of authorizers. */
export function authorizerSelectorFunctions(types: AuthorizerTypes): readonly FunctionDeclaration[] {
  return [
    resourcePart(types, "fieldSelector", "authorizer_fieldselector", selectorRules),
    resourcePart(types, "labelSelector", "authorizer_labelselector", selectorRules),
  ];
}

const path: Implementation = (authorizer, text) => {
  if (!(authorizer instanceof AuthorizerValue) || typeof text !== "string") return noSuchOverload();
  if (trimGoSpace(text) === "") return new EvaluationError("path must not be empty");
  return new PathCheckValue(authorizer.context, text);
};

const group: Implementation = (authorizer, name) => {
  if (!(authorizer instanceof AuthorizerValue) || typeof name !== "string") return noSuchOverload();
  return new GroupCheckValue(authorizer.context, name);
};

const serviceAccount: Implementation = (authorizer, namespace, name) => {
  if (!(authorizer instanceof AuthorizerValue)) return noSuchOverload();
  if (typeof namespace !== "string" || typeof name !== "string") return noSuchOverload();
  if (checkDns1123Subdomain(name).length > 0) return new EvaluationError("Invalid service account name");
  if (checkDns1123Label(namespace).length > 0) return new EvaluationError("Invalid service account namespace");
  return authorizer.ofServiceAccount(namespace, name);
};

const resource: Implementation = (check, name) => {
  if (!(check instanceof GroupCheckValue) || typeof name !== "string") return noSuchOverload();
  if (trimGoSpace(name) === "") return new EvaluationError("resource must not be empty");
  return check.resource(name);
};

/** Returns a function that sets one part of a resource's check. */
function resourcePart(
  { resourceCheck }: AuthorizerTypes,
  name: keyof CheckedResource,
  id: string,
  rules?: CostRules,
): FunctionDeclaration {
  const set: Implementation = (check, text) =>
    check instanceof ResourceCheckValue && typeof text === "string" ? check.with({ [name]: text }) : noSuchOverload();
  return declareFunction(name, [memberOverload(id, [resourceCheck, stringType], resourceCheck, set)], rules);
}

function checkOf(checkClass: typeof PathCheckValue | typeof ResourceCheckValue): Implementation {
  return (check, verb) =>
    check instanceof checkClass && typeof verb === "string" ? check.check(verb) : noSuchOverload();
}

function ofDecision(read: (decision: AuthorizationDecision) => Value): Implementation {
  return (value) => (value instanceof DecisionValue ? read(value.decision) : noSuchOverload());
}

/** Cost of the list of a selector's requirements. */
const listCost = 10;
/** Cost of one requirement: an object and a list. */
const requirementCost = 50;
/** Largest number of requirements per character: the shortest requirement is `k,`. */
const requirementsPerCharacter = 0.5;

const selectorCost: CallCost = (_result, _check, selector) => {
  const length = sizeOrOne(selector);
  const requirements = Math.ceil(length * requirementsPerCharacter);
  return listCost + Math.ceil(length * traversalFactor) + requirements * requirementCost;
};

const selectorRules: CostRules = {
  cost: selectorCost,
  estimate: ({ args: [selector], sizeOf }) => {
    if (!selector) return undefined;
    const length = sizeOf(selector);
    const requirements = scaleRange(length, requirementsPerCharacter);
    return {
      cost: addRanges(
        exactly(listCost),
        scaleRange(length, traversalFactor),
        scaleRange(requirements, requirementCost),
      ),
    };
  },
};
