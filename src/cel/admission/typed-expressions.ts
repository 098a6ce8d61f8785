/** Checks the expressions of a policy against the types of the objects that it matches, in the words of the reference. */
import { check } from "../check-text.ts";
import { type Environment, extend } from "../declarations/index.ts";
import { clusterEnvironments, clusterTypes } from "../library/index.ts";
import { type DeclaredType, declaredTypes } from "../schema/index.ts";
import { dynType } from "../types/index.ts";
import type { AdmissionEnvironmentChoice } from "./admission-environments.ts";
import { admissionTypes } from "./admission-types.ts";
import { PolicyVariables } from "./policy-variables.ts";

/** Types of the variables that contain objects. */
export interface ObjectTypes {
  /** The type of `object` and `oldObject`. */
  readonly object: DeclaredType;
  /** The type of `params`. Undefined if expressions cannot use them. */
  readonly params: DeclaredType | undefined;
}

/** The expressions of one policy, for objects of one type. */
export class TypedExpressions {
  readonly #environment: Environment;
  readonly #variables: PolicyVariables;

  constructor({ vocabulary, isEnabled }: AdmissionEnvironmentChoice, { object, params }: ObjectTypes) {
    const { forStoredExpressions } = clusterEnvironments({ vocabulary, isEnabled });
    const { request, namespace, types } = admissionTypes(vocabulary);
    const { authorizer } = clusterTypes(vocabulary);
    const environment = extend(forStoredExpressions, {
      variables: {
        object: object.type,
        oldObject: object.type,
        request,
        namespaceObject: namespace,
        ...(params ? { params: params.type } : {}),
        authorizer,
      },
      types,
    });
    const typed = extend(environment, { types: declaredTypes(params ? [object, params] : [object]) });
    this.#variables = new PolicyVariables(vocabulary);
    this.#environment = this.#variables.extend(typed);
  }

  /** Declares a variable. Expressions that are checked later can use it. Its type is unknown if its expression has faults. */
  declareVariable(name: string, expression: string): void {
    const { checked } = check(expression, this.#environment);
    this.#variables.declare(name, checked?.resultType ?? dynType);
  }

  /** Returns the faults of an expression as they are displayed. Undefined if it has none. */
  faultsOf(expression: string): string | undefined {
    const { checked, display } = check(expression, this.#environment);
    return checked ? undefined : display;
  }
}
