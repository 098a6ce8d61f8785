/** Compiles the expressions that select devices, and estimates their cost. */
import {
  anyType,
  boolType,
  clusterEnvironments,
  clusterTypes,
  compileExpression,
  DeclaredTypes,
  type Environment,
  type ExpressionFault,
  estimateCost,
  extend,
  mapType,
  objectType,
  stringType,
  type Type,
  typeText,
} from "../../cel/index.ts";
import { product, type Vocabulary } from "../../meta/vocabulary.ts";
import type { ValidatedWrite } from "../../schema/index.ts";
import { deviceSizes } from "./device-sizes.ts";
import { semanticVersionFunctions } from "./semantic-versions.ts";

/** The faults of a selector, or its greatest cost. */
export interface CompiledSelector {
  readonly fault?: ExpressionFault;
  /** The greatest cost that an evaluation can have. Undefined if the expression cannot be used. */
  readonly costMax?: bigint;
}

/** By the environment without variables, which is different in each vocabulary. */
const known = new WeakMap<Environment, Environment>();

/** Compiles an expression. @param isStored whether it may use everything that any release accepted */
export function compileSelector(
  expression: string,
  { vocabulary, isEnabled }: ValidatedWrite,
  { isStored }: { readonly isStored: boolean },
): CompiledSelector {
  const { forNewExpressions, forStoredExpressions } = clusterEnvironments({ vocabulary, isEnabled });
  const environment = deviceEnvironment(isStored ? forStoredExpressions : forNewExpressions, vocabulary);
  const { checked, fault } = compileExpression(expression, environment, typeFault);
  if (fault || !checked) return fault ? { fault } : {};
  return { costMax: estimateCost(checked, environment, deviceSizes).max };
}

function deviceEnvironment(base: Environment, vocabulary: Vocabulary): Environment {
  let environment = known.get(base);
  if (!environment) {
    environment = createEnvironment(base, vocabulary);
    known.set(base, environment);
  }
  return environment;
}

function createEnvironment(base: Environment, vocabulary: Vocabulary): Environment {
  const { quantity } = clusterTypes(vocabulary);
  const device = objectType(vocabulary.bind(product(".DRADevice")));
  const byName = (value: Type): Type => mapType(stringType, mapType(stringType, value));
  const types = new DeclaredTypes({
    [device.name]: { driver: stringType, attributes: byName(anyType), capacity: byName(quantity) },
  });
  const functions = semanticVersionFunctions(vocabulary);
  return extend(base, { variables: { device }, types, functions, features: { bindings: true } });
}

function typeFault(type: Type): string | undefined {
  if (type.kind === "bool" || type.kind === "any") return undefined;
  return `must evaluate to ${typeText(boolType)} or the unknown type, not ${typeText(type)}`;
}
