/** The environment of match conditions. It is built when the first condition is compiled. */
import {
  clusterEnvironments,
  DeclaredTypes,
  type Environment,
  extend,
  type FieldTypes,
  listType,
  mapType,
  objectType,
  stringType,
  type Type,
} from "../../../cel/index.ts";
import { product, type Vocabulary } from "../../../meta/vocabulary.ts";

const texts = listType(stringType);
const environments = new Map<Vocabulary, Environment>();

/** Returns the environment, in which `request` is the spec of a SubjectAccessReview of the version v1. */
export function conditionEnvironment(vocabulary: Vocabulary): Environment {
  let environment = environments.get(vocabulary);
  if (!environment) {
    environment = createEnvironment(vocabulary);
    environments.set(vocabulary, environment);
  }
  return environment;
}

function createEnvironment(vocabulary: Vocabulary): Environment {
  const nameOf = (name: string): string => vocabulary.bind(product(`.${name}`));
  const typeOf = (name: string): Type => objectType(nameOf(name));
  const selector: FieldTypes = { rawSelector: stringType, requirements: listType(typeOf("SelectorRequirement")) };
  const types = new DeclaredTypes({
    [nameOf("SubjectAccessReviewSpec")]: {
      resourceAttributes: typeOf("ResourceAttributes"),
      nonResourceAttributes: typeOf("NonResourceAttributes"),
      user: stringType,
      groups: texts,
      extra: mapType(stringType, texts),
      uid: stringType,
    },
    [nameOf("ResourceAttributes")]: {
      namespace: stringType,
      verb: stringType,
      group: stringType,
      version: stringType,
      resource: stringType,
      subresource: stringType,
      name: stringType,
      fieldSelector: typeOf("FieldSelectorAttributes"),
      labelSelector: typeOf("LabelSelectorAttributes"),
    },
    [nameOf("NonResourceAttributes")]: { path: stringType, verb: stringType },
    [nameOf("FieldSelectorAttributes")]: selector,
    [nameOf("LabelSelectorAttributes")]: selector,
    [nameOf("SelectorRequirement")]: { key: stringType, operator: stringType, values: texts },
  });
  const request = typeOf("SubjectAccessReviewSpec");
  return extend(clusterEnvironments({ vocabulary }).forStoredExpressions, { variables: { request }, types });
}
