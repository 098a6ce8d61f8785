/** The environments of expressions about claims and about users. They are built when the first expression needs them. */
import {
  anyType,
  clusterEnvironments,
  type Environment,
  extend,
  listType,
  mapType,
  objectType,
  stringType,
  type Type,
  type TypeProvider,
} from "../../../cel/index.ts";
import { product, type Vocabulary } from "../../../meta/vocabulary.ts";
import type { ExpressionVariable } from "./compiled-expression.ts";

/** By vocabulary and variable. */
const environments = new Map<string, Environment>();

/** Returns the environment of expressions about a variable. */
export function environmentOf(variable: ExpressionVariable, vocabulary: Vocabulary): Environment {
  const key = `${vocabulary.name} ${variable}`;
  let environment = environments.get(key);
  if (!environment) {
    environment = variable === "claims" ? claimsEnvironment(vocabulary) : userEnvironment(vocabulary);
    environments.set(key, environment);
  }
  return environment;
}

function claimsEnvironment(vocabulary: Vocabulary): Environment {
  const claims = mapType(stringType, anyType);
  return extend(clusterEnvironments({ vocabulary }).forStoredExpressions, { variables: { claims } });
}

function userEnvironment(vocabulary: Vocabulary): Environment {
  const user = objectType(vocabulary.bind(product(".UserInfo")));
  return extend(clusterEnvironments({ vocabulary }).forStoredExpressions, {
    variables: { user },
    types: new UserType(user.name),
  });
}

const texts = listType(stringType);

const userFields: ReadonlyMap<string, Type> = new Map([
  ["username", stringType],
  ["uid", stringType],
  ["groups", texts],
  ["extra", mapType(stringType, texts)],
]);

/** The type of the variable `user`. */
class UserType implements TypeProvider {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  hasType(name: string): boolean {
    return name === this.#name;
  }

  field(typeName: string, field: string): { readonly type: Type } | undefined {
    const type = typeName === this.#name ? userFields.get(field) : undefined;
    return type && { type };
  }
}
