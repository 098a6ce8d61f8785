/** Sends the requests of cases to policies. */
import { isJsonObject } from "../../base/json-object.ts";
import { type Tree } from "../../manifests/index.ts";
import { titleOf } from "../selection/manifest-files.ts";
import { impliedOperation, type PolicyCase } from "./case-file.ts";
import { differences } from "./expectation.ts";
import { LabError, type LabOutcome, type OpenPolicyLab, type PolicyLab } from "./lab.ts";
import type { PolicyFiles } from "./policy-files.ts";

/** A case, and what happened to its request. */
export interface CaseResult {
  readonly tested: PolicyCase;
  /** Undefined if the request could not be made. */
  readonly outcome: LabOutcome | undefined;
  /** Empty if the case passed. */
  readonly failures: readonly string[];
}

/**
 * Opens a lab with the objects of the files.
 * @returns the lab, or the errors of the objects with their places
 */
export async function openFilledLab(
  files: PolicyFiles,
  openLab: OpenPolicyLab,
): Promise<PolicyLab | readonly string[]> {
  const lab = await openLab(files.vocabulary);
  const faults: string[] = [];
  for (const { object, placeOf } of files.stored) {
    const { errors } = await lab.store(object);
    for (const { text, field } of errors) faults.push(`${placeOf(field)}: ${titleOf(object)}: error: ${text}`);
  }
  if (faults.length === 0) return lab;
  await lab[Symbol.asyncDispose]();
  return faults;
}

/** Runs the cases of the files in order. Objects of a file exist in its cases only. */
export async function* runCases(
  files: PolicyFiles,
  lab: PolicyLab,
  isChosen: (tested: PolicyCase) => boolean,
): AsyncGenerator<CaseResult> {
  for (const { objects, cases } of files.caseFiles) {
    const chosen = cases.filter(isChosen);
    if (chosen.length === 0) continue;
    const restoreFile = lab.mark();
    const faults = await storeAll(lab, objects);
    for (const tested of chosen) {
      yield faults.length > 0 ? { tested, outcome: undefined, failures: faults } : await runCase(tested, lab);
    }
    if (objects.length > 0 || cases.length > 0) await restoreFile();
  }
}

/** Runs one case. Its objects are removed afterwards. */
export async function runCase(tested: PolicyCase, lab: PolicyLab): Promise<CaseResult> {
  const { objects, expected } = tested;
  const restore = objects.length > 0 ? lab.mark() : undefined;
  try {
    const faults = await storeAll(lab, objects);
    if (faults.length > 0) return { tested, outcome: undefined, failures: faults };
    const outcome = await sendRequest(tested, lab);
    if (typeof outcome === "string") return { tested, outcome: undefined, failures: [outcome] };
    return { tested, outcome, failures: expected ? differences(outcome, expected) : [] };
  } finally {
    await restore?.();
  }
}

async function sendRequest({ request }: PolicyCase, lab: PolicyLab): Promise<LabOutcome | string> {
  try {
    const { objectName: name, ...rest } = request;
    return await lab.send({ ...rest, name, operation: impliedOperation(request) });
  } catch (error) {
    if (error instanceof LabError) return `the request cannot be made: ${error.message}`;
    throw error;
  }
}

async function storeAll(lab: PolicyLab, objects: readonly Tree[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const object of objects) {
    if (!isJsonObject(object)) continue;
    const { errors } = await lab.store(object);
    for (const { text } of errors) faults.push(`${titleOf(object)}: ${text}`);
  }
  return faults;
}
