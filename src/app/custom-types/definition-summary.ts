/** Parts of a definition that a server keeps to serve its type. The schemas are read again when they are needed. */
import type { CustomResourceDefinition } from "../../api/index.ts";
import { fieldReader, parseJson } from "../../codec/index.ts";
import { type TypeDefinition, typeDefinitionOf } from "../../kinds/index.ts";

/** The parts of a definition that are read whenever it changes. */
const readSummary = fieldReader([
  "metadata.name",
  "metadata.uid",
  "metadata.generation",
  "metadata.deletionTimestamp",
  "metadata.finalizers",
  "spec.group",
  "spec.scope",
  "spec.names",
  "spec.conversion",
  "spec.versions.name",
  "spec.versions.served",
  "spec.versions.storage",
  "spec.versions.deprecated",
  "spec.versions.deprecationWarning",
  "spec.versions.subresources",
  "spec.versions.additionalPrinterColumns",
  "spec.versions.selectableFields",
  "status.acceptedNames",
  "status.conditions",
]) as (json: Buffer) => CustomResourceDefinition;

/** A definition without its schemas. */
export interface DefinitionSummary {
  readonly definition: CustomResourceDefinition;
  /** The definition as clients get it. */
  readonly json: Buffer;
  readonly isEstablished: boolean;
  readonly isTerminating: boolean;
  /** Changes if the type is to be served in another way. */
  readonly servedState: string;
}

/** Returns the summary of a stored definition. */
export function summaryOf(json: Buffer): DefinitionSummary {
  const definition = readSummary(json);
  const { metadata, status } = definition;
  const isTrue = (type: string): boolean =>
    status?.conditions?.some((one) => one.type === type && one.status === "True") === true;
  const isEstablished = isTrue("Established");
  const isTerminating = metadata.deletionTimestamp !== undefined || isTrue("Terminating");
  const { uid = "", generation = 0 } = metadata;
  const parts = [uid, generation, isEstablished, isTerminating, status?.acceptedNames];
  return { definition, json, isEstablished, isTerminating, servedState: JSON.stringify(parts) };
}

/** Returns the type that the definition declares. */
export function typeOf({ definition }: DefinitionSummary): TypeDefinition {
  return typeDefinitionOf(definition);
}

/** Returns the whole definition. Its schemas may contain integers beyond 2^53. */
export function wholeDefinition({ json }: DefinitionSummary): CustomResourceDefinition {
  return parseJson(json).value as CustomResourceDefinition;
}
