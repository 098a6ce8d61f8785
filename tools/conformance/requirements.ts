/** Reads the committed lists: the requirements and the rules of validation with their IDs, and the ones that wait. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";

/** A group of requirements. */
export interface Area {
  readonly area: string;
  readonly title: string;
  /** Statement of each requirement, by its ID. */
  readonly requirements: Readonly<Record<string, string>>;
}

/** Value of `step` for requirements that no request can show. */
export const notReachableStep = "not reachable";

/** Requirements that need not be shown yet. */
export interface WaitingRequirements {
  /** Path of the list, for messages. */
  readonly list: string;
  readonly areas: readonly WaitingArea[];
  readonly requirements: readonly WaitingRequirement[];
}

/** Reason why something waits. */
interface WaitReason {
  readonly step: string;
  readonly reason: string;
}

/** An area whose requirements all wait. */
export interface WaitingArea extends WaitReason {
  readonly area: string;
}

/** A requirement that waits by itself. */
export interface WaitingRequirement extends WaitReason {
  readonly id: string;
}

/** Reads the areas of a list of requirements. */
export function readAreas(path: string): readonly Area[] {
  return (readJson(path) as { areas: Area[] }).areas;
}

/** Reads a list of waiting requirements. */
export function readWaiting(path: string): WaitingRequirements {
  return { list: `conformance/${basename(path)}`, ...(readJson(path) as Omit<WaitingRequirements, "list">) };
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}
