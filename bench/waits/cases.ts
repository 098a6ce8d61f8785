/**
 * The cases of `npm run bench:waits`: expensive or hostile requests by a client with write permission. Most bodies are
 * close to the size limit of 3 MB.
 */
import { accessCases } from "./access-cases.ts";
import { get, type WaitCase } from "./case.ts";
import { createCases } from "./create-cases.ts";
import { kindCases } from "./kind-cases.ts";
import { mediaTypeCases } from "./media-type-cases.ts";
import { readCases } from "./read-cases.ts";
import { updateCases } from "./update-cases.ts";

/** Measures GETs without any other load. */
const idle: WaitCase = { name: "nothing, for comparison", requests: () => [get("/livez")] };

/** All cases, in the order of the table. The last case deletes the objects that earlier cases list. */
export const cases: readonly WaitCase[] = [
  idle,
  ...createCases,
  ...kindCases,
  ...mediaTypeCases,
  ...updateCases,
  ...accessCases,
  ...readCases,
];
