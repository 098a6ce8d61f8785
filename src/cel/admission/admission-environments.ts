/** The environments of expressions about admission requests. They are built once for each vocabulary and set of variables. */

import type { Vocabulary } from "../../meta/vocabulary.ts";
import { type Environment, extend } from "../declarations/index.ts";
import { clusterEnvironments, clusterTypes, type EnvironmentChoice } from "../library/index.ts";
import { dynType } from "../types/index.ts";
import { admissionTypes } from "./admission-types.ts";
import type { ExpressionLimits } from "./expression-use.ts";
import { jsonPatchFunctions } from "./json-patch-functions.ts";
import { patchTypes } from "./patch-types.ts";

/** The server for which expressions are compiled. */
export type AdmissionEnvironmentChoice = Required<Pick<EnvironmentChoice, "vocabulary" | "isEnabled">>;

/** Variables and types that not every expression can use. */
export interface AdmissionVariables extends Pick<ExpressionLimits, "hasAuthorizer" | "hasPatchTypes"> {
  /** Whether the expression can use `params`. */
  readonly hasParams: boolean;
}

/** By the environment without variables, which is different in each vocabulary. */
const known = new WeakMap<Environment, Map<string, Environment>>();

/**
 * Returns an environment.
 * @param isStored whether the expression may use everything that any release accepted
 */
export function admissionEnvironment(
  { vocabulary, isEnabled }: AdmissionEnvironmentChoice,
  variables: AdmissionVariables,
  isStored: boolean,
): Environment {
  const { forNewExpressions, forStoredExpressions } = clusterEnvironments({ vocabulary, isEnabled });
  const base = isStored ? forStoredExpressions : forNewExpressions;
  let environments = known.get(base);
  if (!environments) {
    environments = new Map();
    known.set(base, environments);
  }
  const { hasParams, hasAuthorizer, hasPatchTypes } = variables;
  const key = `${hasParams} ${hasAuthorizer} ${hasPatchTypes}`;
  let environment = environments.get(key);
  if (!environment) {
    environment = createEnvironment(base, vocabulary, variables);
    environments.set(key, environment);
  }
  return environment;
}

function createEnvironment(
  base: Environment,
  vocabulary: Vocabulary,
  { hasParams, hasAuthorizer, hasPatchTypes }: AdmissionVariables,
): Environment {
  const { request, namespace, types } = admissionTypes(vocabulary);
  const { authorizer, resourceCheck } = clusterTypes(vocabulary);
  const variables = {
    object: dynType,
    oldObject: dynType,
    request,
    namespaceObject: namespace,
    ...(hasParams ? { params: dynType } : {}),
    ...(hasAuthorizer ? { authorizer, "authorizer.requestResource": resourceCheck } : {}),
  };
  const environment = extend(base, { variables, types });
  return hasPatchTypes ? extend(environment, { types: patchTypes, functions: jsonPatchFunctions }) : environment;
}
