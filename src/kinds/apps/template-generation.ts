/**
 * How often the template of a DaemonSet has changed. It is kept in an annotation, which clients see but only the server
 * writes; a new object may bring a start value along.
 */
import type { DaemonSet } from "../../api/index.ts";
import { readGoInt } from "../../meta/go-int.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { DecodeError } from "../../schema/index.ts";

const annotation = "deprecated.daemonset.template.generation";

/** @returns 0 where there is none */
export function templateGenerationOf({ metadata }: DaemonSet): number {
  const text = metadata.annotations?.[annotation];
  const value = text === undefined ? 0n : readGoInt(text);
  return typeof value === "bigint" ? Number(value) : 0;
}

export function setTemplateGeneration({ metadata }: DaemonSet, generation: number): void {
  metadata.annotations = { ...metadata.annotations, [annotation]: String(generation) };
}

/** @throws DecodeError when the annotation is there but no number */
export function checkTemplateGeneration({ metadata }: DaemonSet): void {
  const text = metadata.annotations?.[annotation];
  const fault = text === undefined ? 0n : readGoInt(text);
  if (typeof fault === "string") throw new DecodeError(`strconv.ParseInt: parsing ${goQuote(text ?? "")}: ${fault}`);
}
