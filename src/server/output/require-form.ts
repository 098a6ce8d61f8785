/** Checks that the representation that a client asked for fits the answer: one object, or a list. */
import { notAcceptableBecause } from "../../meta/status-error.ts";
import type { DocumentType } from "../served/document-type.ts";
import type { Output } from "./output.ts";

/**
 * Checks the representation of an answer that is one object. As in the reference, it is checked when the answer is written,
 * after what the request does.
 * @throws StatusError 406
 */
export function requireObjectForm({ as }: Output, { kind }: Pick<DocumentType, "kind">): void {
  if (as?.kind !== "PartialObjectMetadataList") return;
  const type = referenceType(kind.apiVersion, kind.kind);
  throw notAcceptableBecause(`you requested ${as.kind}, but the requested object is not a list (${type})`);
}

/**
 * Checks the representation of an answer that is a list.
 * @throws StatusError 406
 */
export function requireListForm({ as }: Output, { kind }: Pick<DocumentType, "kind">): void {
  if (as?.kind !== "PartialObjectMetadata") return;
  const type = referenceType(kind.apiVersion, kind.listKind);
  throw notAcceptableBecause(`you requested ${as.kind}, but the requested object is a list (${type})`);
}

/** Packages of the reference's types that are not named as their group is. */
const packages: Readonly<Record<string, string>> = { events: "core", internal: "apiserverinternal" };

/** The name that the reference's messages give to the type of an object. */
function referenceType(apiVersion: string, kind: string): string {
  const [group = "", version] = apiVersion.split("/");
  const name = version === undefined ? "core" : (group.split(".", 1)[0] ?? "");
  return `*${packages[name] ?? name}.${kind}`;
}
