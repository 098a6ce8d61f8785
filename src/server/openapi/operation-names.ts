/** How operations are named and grouped: by what they do, then the group and version, then the kind. */
import { capitalize } from "../../base/capitalize.ts";
import { group as domainGroup, type Vocabulary, vendorMediaType } from "../../meta/vocabulary.ts";
import { objectMediaTypes } from "../requests/body.ts";

/** What the operations of one document have in common. */
export interface OperationArea {
  /** Where their paths begin: `/apis/apps/v1`. */
  readonly root: string;
  /** `AppsV1` */
  readonly idPart: string;
  /** `apps_v1` */
  readonly tag: string;
  /** Media types of objects in requests and responses. */
  readonly mediaTypes: readonly string[];
}

/** @param group empty for the core group; absent above all groups */
export function areaOf(vocabulary: Vocabulary, group?: string, version?: string): OperationArea {
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

/** `coordination` of `coordination.k8s.io`. */
function withoutDomain(group: string, vocabulary: Vocabulary): string {
  const domain = vocabulary.bind(domainGroup(""));
  return group.endsWith(domain) ? group.slice(0, -domain.length) : group;
}

/** Letters, digits and underscores only: what else stands between them begins a new word. */
function camelCase(text: string): string {
  return text.replace(/^[^A-Za-z_]+/, "").replace(/[^A-Za-z0-9_]+(.?)/g, (_, next: string) => next.toUpperCase());
}

/** The kind with its article, as in "create a Pod". Kinds that are plurals have none. */
export function withArticle(kind: string): string {
  if (kind.endsWith("s") && !kind.endsWith("ss")) return kind;
  return `${/^[AEIOU]/.test(kind) ? "an" : "a"} ${kind}`;
}
