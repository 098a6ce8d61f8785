/** Makes environments. */
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  nullType,
  runtimeTypeName,
  stringType,
  type Type,
  timestampType,
  typeOfType,
  typeType,
  uintType,
} from "../types/index.ts";
import { TypeValue, type Value } from "../values/index.ts";
import type { Environment, FieldDeclaration, LanguageFeatures, TypeProvider } from "./environment.ts";
import type { FunctionDeclaration, Overload } from "./function.ts";

/** A constant with a name. */
export interface NamedConstant {
  readonly type: Type;
  readonly value: Value;
}

/** Additions of an environment to another one. */
export interface EnvironmentAdditions {
  /** Types of variables by their full names. */
  readonly variables?: Readonly<Record<string, Type>>;
  readonly functions?: readonly FunctionDeclaration[];
  /** Types by which expressions can refer to types: `net.IP`. */
  readonly namedTypes?: readonly Type[];
  /** Object types. They are looked up before those of the environment that is extended. */
  readonly types?: TypeProvider;
  readonly container?: string;
  readonly features?: Partial<LanguageFeatures>;
}

const noFeatures: LanguageFeatures = {
  crossTypeComparisons: false,
  optionalSyntax: false,
  twoVariableComprehensions: false,
  checkedConstants: false,
};

const noTypes: TypeProvider = { hasType: () => false, field: () => undefined };

/** The types that expressions can name in every environment. */
const standardTypes: readonly Type[] = [
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  listType(dynType),
  mapType(dynType, dynType),
  nullType,
  stringType,
  timestampType,
  typeType,
  uintType,
];

const emptyEnvironment: Environment = {
  container: "",
  features: noFeatures,
  variable: () => undefined,
  constant: () => undefined,
  function: () => undefined,
  variableNames: () => [],
  functionNames: () => [],
  types: noTypes,
};

/** Returns an environment with the standard types and these additions. */
export function environment(additions: EnvironmentAdditions = {}): Environment {
  return extend(emptyEnvironment, { ...additions, namedTypes: [...standardTypes, ...(additions.namedTypes ?? [])] });
}

/**
 * Returns an environment with everything of another one, and these additions. The new environment refers to the other one and
 * copies nothing, so this is cheap.
 * @throws Error if two functions have overloads that a call cannot distinguish
 */
export function extend(base: Environment, additions: EnvironmentAdditions): Environment {
  const { variables = {}, functions = [], namedTypes = [], types, container, features } = additions;
  const ownVariables = new Map(Object.entries(variables));
  const ownConstants = new Map(namedTypes.map((type) => [runtimeTypeName(type), typeConstant(type)]));
  const ownFunctions = mergedFunctions(base, functions);
  return {
    container: container ?? base.container,
    features: features === undefined ? base.features : { ...base.features, ...features },
    variable: ownVariables.size === 0 ? base.variable : (name) => ownVariables.get(name) ?? base.variable(name),
    constant: ownConstants.size === 0 ? base.constant : (name) => ownConstants.get(name) ?? base.constant(name),
    function: ownFunctions.size === 0 ? base.function : (name) => ownFunctions.get(name) ?? base.function(name),
    variableNames: () => [...new Set([...ownVariables.keys(), ...base.variableNames()])],
    functionNames: () => [...new Set([...ownFunctions.keys(), ...base.functionNames()])],
    types: types === undefined ? base.types : joinedTypes(types, base.types),
  };
}

function typeConstant(type: Type): NamedConstant {
  return { type: typeOfType(type), value: new TypeValue(type) };
}

function joinedTypes(first: TypeProvider, second: TypeProvider): TypeProvider {
  const providerOf = (name: string): TypeProvider => (first.hasType(name) ? first : second);
  return {
    hasType: (name) => first.hasType(name) || second.hasType(name),
    otherType: (name) => first.otherType?.(name) ?? second.otherType?.(name),
    field: (name, field): FieldDeclaration | undefined => providerOf(name).field(name, field),
    create: (name, fields) => providerOf(name).create?.(name, fields),
  };
}

/** Returns the added functions, with the overloads that other libraries declare for the same names. */
function mergedFunctions(
  base: Environment,
  functions: readonly FunctionDeclaration[],
): ReadonlyMap<string, FunctionDeclaration> {
  const merged = new Map<string, FunctionDeclaration>();
  for (const added of functions) {
    const known = merged.get(added.name) ?? base.function(added.name);
    merged.set(added.name, known ? merge(known, added) : added);
  }
  return merged;
}

/** Overloads with the same id are the same: the later declaration replaces the earlier one. */
function merge(known: FunctionDeclaration, added: FunctionDeclaration): FunctionDeclaration {
  const byId = new Map<string, Overload>();
  for (const overload of [...known.overloads, ...added.overloads]) byId.set(overload.id, overload);
  return { ...known, ...added, overloads: [...byId.values()] };
}
