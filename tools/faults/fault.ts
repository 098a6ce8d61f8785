/** What a planted fault is: data. The catalogue holds them; the rest of this folder plants them and looks who notices. */

/** One change of one file, and what breaks with it. */
export type Fault = TestedFault | CheckedFault;

interface PlantedChange {
  /** In kebab-case; no two faults share one. */
  readonly name: string;
  /** What no longer holds, in one sentence without the full stop. */
  readonly breaks: string;
  /** Relative to the root of the checkout. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
}

/** A fault that a test ought to notice. */
export interface TestedFault extends PlantedChange {
  /** One to four test files: those that ought to. */
  readonly tests: readonly string[];
  /** The fault makes the tests run for ever: that counts as noticing it. */
  readonly hangs?: true;
}

/** A fault that a check ought to complain of. */
export interface CheckedFault extends PlantedChange {
  readonly check: CheckName;
  /** Stands in the complaint: the check must complain of this fault and not of something else. */
  readonly names: string;
}

export type CheckName = "layers" | "types" | "docs";

/** The faults of one part of the product. */
export interface FaultRoom {
  readonly room: string;
  readonly faults: readonly Fault[];
}

/** The script of a check, run by Node in the root of a checkout. */
export const checkScripts: Readonly<Record<CheckName, readonly string[]>> = {
  layers: ["--import", "tsx", "tools/check-layers.ts"],
  types: ["node_modules/typescript/bin/tsc", "--noEmit"],
  docs: ["--import", "tsx", "tools/generate-docs.ts", "--check"],
};

export function isChecked(fault: Fault): fault is CheckedFault {
  return "check" in fault;
}

/** How a fault fared. */
export type Verdict =
  | { readonly outcome: "caught"; readonly by: string; readonly where: string; readonly failed: number }
  /** Nothing noticed it, or nothing that says so by the name of a test. */
  | { readonly outcome: "survived"; readonly why: string };

export interface Trial {
  readonly room: string;
  readonly fault: Fault;
  readonly verdict: Verdict;
  readonly seconds: number;
}
