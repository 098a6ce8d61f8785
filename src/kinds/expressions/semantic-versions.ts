/** Functions for semantic versions such as `1.2.3-beta.1`, which only the expressions of devices have. */
import {
  boolType,
  clusterTypes,
  declareFunction,
  EvaluationError,
  type FunctionDeclaration,
  globalOverload,
  type Implementation,
  intType,
  memberOverload,
  noSuchOverload,
  type ObjectType,
  OpaqueValue,
  stringType,
  type Type,
  type Value,
} from "../../cel/index.ts";
import { isOlder, parseSemanticVersion, type SemanticVersion } from "../../meta/semantic-version.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";

type Order = -1 | 0 | 1;

/** A semantic version as a value. Versions are equal if neither precedes the other. */
class SemanticVersionValue extends OpaqueValue {
  readonly type: ObjectType;
  readonly version: SemanticVersion;

  constructor(type: ObjectType, version: SemanticVersion) {
    super();
    this.type = type;
    this.version = version;
  }

  equals(other: Value): Value {
    return other instanceof SemanticVersionValue ? this.compare(other) === 0 : noSuchOverload();
  }

  compare(other: SemanticVersionValue): Order {
    if (isOlder(this.version, other.version)) return -1;
    return isOlder(other.version, this.version) ? 1 : 0;
  }
}

/** Returns the functions. Their type has the product's name in a vocabulary. */
export function semanticVersionFunctions(vocabulary: Vocabulary): readonly FunctionDeclaration[] {
  const type = clusterTypes(vocabulary).semanticVersion;
  const version = (text: Value | undefined): SemanticVersion | undefined =>
    typeof text === "string" ? parseSemanticVersion(text) : undefined;
  const ofText = (name: string, id: string, result: Type, implementation: Implementation): FunctionDeclaration =>
    declareFunction(name, [globalOverload(id, [stringType], result, implementation)]);
  const comparison = (name: string, id: string, result: Type, read: (order: Order) => Value): FunctionDeclaration =>
    declareFunction(name, [memberOverload(id, [type, type], result, ofVersions(read))]);
  const part = (name: string, id: string, index: number): FunctionDeclaration =>
    declareFunction(name, [memberOverload(id, [type], intType, numberAt(index))]);
  return [
    ofText("semver", "string_to_semver", type, (text) => {
      const parsed = version(text);
      return parsed ? new SemanticVersionValue(type, parsed) : new EvaluationError("invalid semantic version");
    }),
    ofText("isSemver", "is_semver_string", boolType, (text) => version(text) !== undefined),
    comparison("isGreaterThan", "semver_is_greater_than", boolType, (order) => order > 0),
    comparison("isLessThan", "semver_is_less_than", boolType, (order) => order < 0),
    comparison("compareTo", "semver_compare_to", intType, (order) => BigInt(order)),
    part("major", "semver_major", 0),
    part("minor", "semver_minor", 1),
    part("patch", "semver_patch", 2),
  ];
}

function ofVersions(read: (order: Order) => Value): Implementation {
  return (one, other) =>
    one instanceof SemanticVersionValue && other instanceof SemanticVersionValue
      ? read(one.compare(other))
      : noSuchOverload();
}

/** @param index 0 for the major version, 1 for the minor one, 2 for the patch */
function numberAt(index: number): Implementation {
  return (value) =>
    value instanceof SemanticVersionValue ? BigInt.asIntN(64, value.version.numbers[index] ?? 0n) : noSuchOverload();
}
