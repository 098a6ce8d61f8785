/** Types of the variables that describe an admission request. */

import { product, type Vocabulary } from "../../meta/vocabulary.ts";
import { DeclaredTypes } from "../declared-types.ts";
import {
  boolType,
  dynType,
  intType,
  listType,
  mapType,
  objectType,
  stringType,
  type Type,
  timestampType,
} from "../types/index.ts";

/** The types of an admission request and its namespace, in one vocabulary. */
export interface AdmissionTypes {
  readonly request: Type;
  readonly namespace: Type;
  readonly types: DeclaredTypes;
}

const texts = listType(stringType);
const textMap = mapType(stringType, stringType);

/** Returns the types. Expressions see a part of a Namespace, and no `uid`, `object` and `oldObject` of the request. */
export function admissionTypes(vocabulary: Vocabulary): AdmissionTypes {
  const nameOf = (name: string): string => vocabulary.bind(product(`.${name}`));
  const typeOf = (name: string): Type => objectType(nameOf(name));
  const types = new DeclaredTypes({
    [nameOf("AdmissionRequest")]: {
      kind: typeOf("GroupVersionKind"),
      resource: typeOf("GroupVersionResource"),
      subResource: stringType,
      requestKind: typeOf("GroupVersionKind"),
      requestResource: typeOf("GroupVersionResource"),
      requestSubResource: stringType,
      name: stringType,
      namespace: stringType,
      operation: stringType,
      userInfo: typeOf("UserInfo"),
      dryRun: boolType,
      options: dynType,
    },
    [nameOf("GroupVersionKind")]: { group: stringType, version: stringType, kind: stringType },
    [nameOf("GroupVersionResource")]: { group: stringType, version: stringType, resource: stringType },
    [nameOf("UserInfo")]: { username: stringType, uid: stringType, groups: texts, extra: mapType(stringType, texts) },
    [nameOf("Namespace")]: {
      metadata: typeOf("NamespaceMetadata"),
      spec: typeOf("NamespaceSpec"),
      status: typeOf("NamespaceStatus"),
    },
    [nameOf("NamespaceMetadata")]: {
      name: stringType,
      generateName: stringType,
      namespace: stringType,
      labels: textMap,
      annotations: textMap,
      // The reference spells this name in capitals.
      UID: stringType,
      creationTimestamp: timestampType,
      deletionGracePeriodSeconds: intType,
      deletionTimestamp: timestampType,
      generation: intType,
      resourceVersion: stringType,
      finalizers: texts,
    },
    [nameOf("NamespaceSpec")]: { finalizers: texts },
    [nameOf("NamespaceStatus")]: { conditions: listType(typeOf("NamespaceCondition")), phase: stringType },
    [nameOf("NamespaceCondition")]: {
      status: stringType,
      type: stringType,
      lastTransitionTime: timestampType,
      message: stringType,
      reason: stringType,
    },
  });
  return { request: typeOf("AdmissionRequest"), namespace: typeOf("Namespace"), types };
}
