/**
 * The committed lists: every requirement with its ID, every rule of validation with its own, and those of both that wait
 * for a later step.
 */
import { readFileSync } from "node:fs";
import { basename } from "node:path";

export interface Area {
  readonly area: string;
  readonly title: string;
  /** Statement by ID. */
  readonly requirements: Readonly<Record<string, string>>;
}

/** The step of those that no request can show. */
export const notReachable = "not reachable";

export interface Waiting {
  /** Where the list stands, for sentences about it. */
  readonly list: string;
  readonly areas: readonly WaitingArea[];
  readonly requirements: readonly WaitingRequirement[];
}

/** What it waits for, and why. */
interface Wait {
  readonly step: string;
  readonly reason: string;
}

export interface WaitingArea extends Wait {
  readonly area: string;
}

export interface WaitingRequirement extends Wait {
  readonly id: string;
}

export function readAreas(path: string): readonly Area[] {
  return (readJson(path) as { areas: Area[] }).areas;
}

export function readWaiting(path: string): Waiting {
  return { list: `conformance/${basename(path)}`, ...(readJson(path) as Omit<Waiting, "list">) };
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}
