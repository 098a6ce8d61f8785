/** Planted faults as data. The catalogue lists them; the other files of this folder plant them and run the tests. */

/** One change of one source file, what it breaks, and the tests or the check that must notice it. */
export type Fault = TestedFault | CheckedFault;

interface PlantedChange {
  /** In kebab-case, unique in the catalogue. */
  readonly name: string;
  /** Behaviour of the product with this fault: one sentence without the full stop. */
  readonly breaks: string;
  /** Relative to the root of the checkout. */
  readonly file: string;
  /** Text that the file contains exactly once. */
  readonly find: string;
  /** Text that replaces it. */
  readonly replace: string;
}

/** A fault that a test must notice. */
export interface TestedFault extends PlantedChange {
  /** One to four test files. At least one of their tests must fail. */
  readonly tests: readonly string[];
  /** The fault makes the tests run for ever, so reaching the time limit counts as noticing it. */
  readonly hangs?: true;
}

/** A fault that a check must report. */
export interface CheckedFault extends PlantedChange {
  readonly check: CheckName;
  /** Text of the report. It proves that the check reports this fault and not another problem. */
  readonly names: string;
}

/** A check of `npm run check` that faults can name. */
export type CheckName = "layers" | "types" | "docs";

/** The faults of one room of the sources. */
export interface FaultRoom {
  readonly room: string;
  readonly faults: readonly Fault[];
}

/** Arguments with which Node runs each check, in the root of a checkout. */
export const checkScripts: Readonly<Record<CheckName, readonly string[]>> = {
  layers: ["--import", "tsx", "tools/check-layers.ts"],
  types: ["node_modules/typescript/bin/tsc", "--noEmit"],
  docs: ["--import", "tsx", "tools/generate-docs.ts", "--check"],
};

/** Whether a check must notice the fault, and not a test. */
export function isChecked(fault: Fault): fault is CheckedFault {
  return "check" in fault;
}

/** Outcome of one planted fault. */
export type Verdict =
  /** `by`: the first failed test, the line of the check, or `time limit`. `where`: the test file or the check. */
  | { readonly outcome: "caught"; readonly by: string; readonly where: string }
  /** No test failed by its name, and no check reported it. */
  | { readonly outcome: "survived"; readonly why: string };

/** A fault that was planted, and its outcome. */
export interface Trial {
  readonly room: string;
  readonly fault: Fault;
  readonly verdict: Verdict;
  readonly seconds: number;
}
