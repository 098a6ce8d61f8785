/** The environments of expressions about claims and about users. They are built when the first expression needs them. */
import {
  anyType,
  clusterEnvironments,
  DeclaredTypes,
  type Environment,
  extend,
  listType,
  mapType,
  objectType,
  stringType,
} from "../../../cel/index.ts";
import { product, type Vocabulary } from "../../../meta/vocabulary.ts";
import type { ExpressionVariable } from "./compiled-expression.ts";

const texts = listType(stringType);

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
  const types = new DeclaredTypes({
    [user.name]: { username: stringType, uid: stringType, groups: texts, extra: mapType(stringType, texts) },
  });
  return extend(clusterEnvironments({ vocabulary }).forStoredExpressions, { variables: { user }, types });
}
