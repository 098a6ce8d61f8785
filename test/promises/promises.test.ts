import { beforeAll, expect, test } from "vitest";
import { newSeed } from "../../src/base/random.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { buildProgram } from "../support/orch-process.ts";
import { runCampaign } from "./campaign/campaign.ts";
import type { Totals } from "./campaign/totals.ts";
import { ProcessSystem } from "./setups/process-system.ts";
import { type Setup, setups } from "./setups/setups.ts";

beforeAll(buildProgram, 120_000);

/** Runs a few histories. The error of a violation contains the seed that repeats it. */
async function check(setup: Setup, options: { histories: number; fault?: string }): Promise<Totals> {
  const lines: string[] = [];
  const totals = await runCampaign({
    setup,
    seed: newSeed() >>> 1,
    deadlineMs: Number.POSITIVE_INFINITY,
    faultPercent: options.fault === undefined ? setup.faultPercent : 100,
    stopsAtViolation: true,
    say: (line) => lines.push(line),
    fault: undefined,
    ...options,
  });
  expect(totals.violations, lines.join("\n")).toBe(0);
  return totals;
}

const setupOf = (name: string): Setup => setups.find((setup) => setup.name === name) as Setup;

test("a server in memory keeps its promises while its clock moves by steps", async () => {
  const totals = await check(setupOf("memory"), { histories: 8 });
  expect(totals.acknowledgedWrites).toBeGreaterThan(30);
});

test("a server over LMDB keeps its promises while it is killed and started again", async () => {
  using folder = new TemporaryDirectory();
  const start = () => ProcessSystem.start({ folder: folder.path });
  const totals = await check({ ...setupOf("lmdb"), start }, { histories: 3, fault: "kill" });
  expect(totals.acknowledgedWrites).toBeGreaterThan(10);
});
