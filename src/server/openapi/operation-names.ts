/** Ids, tags and descriptions of operations. An id consists of the action, the group and version, and the kind. */
import { capitalize } from "../../base/capitalize.ts";
import { group as domainGroup, type Vocabulary, vendorMediaType } from "../../meta/vocabulary.ts";
import { cborMediaType, objectMediaTypes } from "../requests/body.ts";

/** Properties that all operations of one document share. Examples are those of the group version `apps/v1`. */
export interface OperationArea {
  /** Prefix of their paths: `/apis/apps/v1`. */
  readonly root: string;
  /** Part of their ids: `AppsV1`. */
  readonly idPart: string;
  /** Tag of the operations: `apps_v1`. */
  readonly tag: string;
  /** Media types of objects in requests and responses. */
  readonly mediaTypes: readonly string[];
}

/**
 * Returns the common parts of a group version's operations.
 * @param group empty for the core group; undefined for the operations of `/apis` itself
 * @param version undefined for the operations of a group
 */
export function operationArea(vocabulary: Vocabulary, group?: string, version?: string): OperationArea {
  const mediaTypes = [...objectMediaTypes, vocabulary.bind(vendorMediaType("protobuf"))];
  if (group === undefined) return { root: "/apis", idPart: "", tag: "apis", mediaTypes };
  const root = [group === "" ? "/api" : `/apis/${group}`, ...(version === undefined ? [] : [version])].join("/");
  const words = [withoutDomain(group, vocabulary) || "core", ...(version === undefined ? [] : [version])];
  return {
    root,
    idPart: words.map((word) => capitalize(camelCase(word))).join(""),
    tag: words.map(camelCase).join("_"),
    mediaTypes,
  };
}

/** Returns the common parts of operations that also have a CBOR form. */
export function withCbor(area: OperationArea): OperationArea {
  return { ...area, mediaTypes: [...area.mediaTypes, cborMediaType] };
}

/** Removes the domain of the built-in groups: `coordination.k8s.io` becomes `coordination`. */
function withoutDomain(group: string, vocabulary: Vocabulary): string {
  const domain = vocabulary.bind(domainGroup(""));
  return group.endsWith(domain) ? group.slice(0, -domain.length) : group;
}

/**
 * Returns the text in camel case. Characters other than letters, digits and underscores are removed, and the next one
 * is capitalized. A digit at the start is removed too.
 */
export function camelCase(text: string): string {
  return text.replace(/^[0-9]/, "-").replace(/[^A-Za-z0-9_]+(.?)/g, (_, next: string) => next.toUpperCase());
}

/**
 * Returns the kind with its indefinite article: `a Pod`, `an Event`. A kind that is a plural, such as Endpoints, has
 * none.
 */
export function withArticle(kind: string): string {
  if (kind.endsWith("s") && !kind.endsWith("ss")) return kind;
  return `${/^[AEIOU]/.test(kind) ? "an" : "a"} ${kind}`;
}
