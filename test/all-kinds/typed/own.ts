/** Typed objects of kinds that the reference does not have (`test/facts/own-kinds.json`). */
import type { ApiObject } from "../../../src/api/index.ts";

export const ownSamples: readonly ApiObject[] = [];
