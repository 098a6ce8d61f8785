/** The committed lists: every requirement with its ID, and those that wait for a later step. */
import { readFileSync } from "node:fs";

export interface Area {
  readonly area: string;
  readonly title: string;
  /** Statement by ID. */
  readonly requirements: Readonly<Record<string, string>>;
}

export interface Waiting {
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
  return readJson(path) as Waiting;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}
