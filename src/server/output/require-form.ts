/** Checks that the requested representation fits the response, which is one object or a list. */
import { notAcceptableBecause } from "../../meta/status-error.ts";
import { type DocumentType, isUntyped } from "../served/document-type.ts";
import type { Output } from "./output.ts";

/**
 * Checks the representation of a response that is one object. As in the reference, this is checked when the response is
 * written, after the request was executed.
 * @throws StatusError 406
 */
export function requireObjectForm({ as }: Output, documentType: Pick<DocumentType, "kind" | "schema">): void {
  if (as?.kind !== "PartialObjectMetadataList") return;
  const { apiVersion, kind } = documentType.kind;
  const type = isUntyped(documentType) ? "*unstructured.Unstructured" : referenceType(apiVersion, kind);
  throw notAcceptableBecause(`you requested ${as.kind}, but the requested object is not a list (${type})`);
}

/**
 * Checks the representation of a response that is a list.
 * @throws StatusError 406
 */
export function requireListForm({ as }: Output, documentType: Pick<DocumentType, "kind" | "schema">): void {
  if (as?.kind !== "PartialObjectMetadata") return;
  const { apiVersion, listKind } = documentType.kind;
  const type = isUntyped(documentType) ? "*unstructured.UnstructuredList" : referenceType(apiVersion, listKind);
  throw notAcceptableBecause(`you requested ${as.kind}, but the requested object is a list (${type})`);
}

/** Go packages of the reference's types, where they differ from the first part of the group's name. */
const goPackages: Readonly<Record<string, string>> = { events: "core", internal: "apiserverinternal" };

/** Returns the Go type of an object, as the reference's messages name it: `*core.Pod`. */
function referenceType(apiVersion: string, kind: string): string {
  const [group = "", version] = apiVersion.split("/");
  const name = version === undefined ? "core" : (group.split(".", 1)[0] ?? "");
  return `*${goPackages[name] ?? name}.${kind}`;
}
