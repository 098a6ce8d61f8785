/** Custom types: their definitions, and everything that clients do with their objects. */
import { lifeScenarios } from "../custom-types/lives.ts";
import { readCases } from "../custom-types/read-steps.ts";
import { play } from "../custom-types/steps.ts";
import { storedFaultScenarios } from "../custom-types/stored-faults.ts";
import { writeCases } from "../custom-types/write-steps.ts";
import type { Scenario, Suite } from "../suite.ts";

/** Each scenario defines other types. */
export const customTypes: Suite = {
  name: "custom-types",
  covers: "custom types: writes, reads and discovery of their objects, and the lives of their definitions",
  usesNamespaces: true,
  standardCount: Infinity,
  *scenarios(): Iterable<Scenario> {
    for (const { title, type, steps } of [...writeCases, ...readCases]) {
      yield { title, run: (server) => play(server, type, steps) };
    }
    yield* lifeScenarios();
    yield* storedFaultScenarios();
  },
};
