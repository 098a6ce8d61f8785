/** The types of the libraries whose names contain the product's name. */
import { product, type Vocabulary } from "../../../meta/vocabulary.ts";
import type { ObjectType } from "../../types/index.ts";

/** The types of the values of the authorizer library. */
export interface AuthorizerTypes {
  readonly authorizer: ObjectType;
  readonly pathCheck: ObjectType;
  readonly groupCheck: ObjectType;
  readonly resourceCheck: ObjectType;
  readonly decision: ObjectType;
}

/** Types in one vocabulary. */
export interface ClusterTypes extends AuthorizerTypes {
  readonly url: ObjectType;
  readonly quantity: ObjectType;
  readonly semanticVersion: ObjectType;
  readonly format: ObjectType;
}

const known = new Map<Vocabulary, ClusterTypes>();

/** Returns the types in a vocabulary. The same vocabulary has the same types. */
export function clusterTypes(vocabulary: Vocabulary): ClusterTypes {
  let types = known.get(vocabulary);
  if (!types) {
    types = createTypes(vocabulary);
    known.set(vocabulary, types);
  }
  return types;
}

function createTypes(vocabulary: Vocabulary): ClusterTypes {
  const typeOf = (name: string): ObjectType => ({ kind: "object", name: vocabulary.bind(product(name)) });
  return {
    url: typeOf(".URL"),
    quantity: typeOf(".Quantity"),
    semanticVersion: typeOf(".Semver"),
    format: typeOf(".NamedFormat"),
    authorizer: typeOf(".authorization.Authorizer"),
    pathCheck: typeOf(".authorization.PathCheck"),
    groupCheck: typeOf(".authorization.GroupCheck"),
    resourceCheck: typeOf(".authorization.ResourceCheck"),
    decision: typeOf(".authorization.Decision"),
  };
}
