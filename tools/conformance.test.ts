import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Assessment, assess } from "./conformance/assess.ts";
import { collectEvidence, findRequirementIds, findRuleIds, type TestReport } from "./conformance/evidence.ts";
import { renderAssessment } from "./conformance/render.ts";
import {
  type Area,
  notReachableStep,
  readAreas,
  readWaiting,
  type WaitingRequirements,
} from "./conformance/requirements.ts";

const committed = join(import.meta.dirname, "../conformance");

const areas: readonly Area[] = [
  { area: "WATCH", title: "Watch", requirements: { "WATCH-01": "it streams", "WATCH-02": "it ends" } },
  { area: "SSA", title: "Apply", requirements: { "SSA-01": "it applies", "SSA-02": "it conflicts" } },
];
const step = { step: "later", reason: "not yet" };
const list = "conformance/waiting.json";
const applyWaits: WaitingRequirements = { list, areas: [{ area: "SSA", ...step }], requirements: [] };

function report(tests: Readonly<Record<string, string>>): TestReport {
  const assertionResults = Object.entries(tests).map(([fullName, status]) => ({ fullName, status }));
  return { testResults: [{ assertionResults }] };
}

function assessWith(tests: Readonly<Record<string, string>>, waiting = applyWaits, onlyArea?: string): Assessment {
  return assess({ areas, waiting, evidence: collectEvidence(report(tests), findRequirementIds), onlyArea });
}

function states(assessment: Assessment): Record<string, string> {
  return Object.fromEntries(assessment.requirements.map(({ id, state }) => [id, state]));
}

test("findRequirementIds() finds IDs in all forms of brackets, and nowhere else", () => {
  expect(findRequirementIds("watch [WATCH-01] [RV-02] and [LIST-03, NEG-11] [HEALTH-04,DEL-05] at once")).toEqual([
    "WATCH-01",
    "RV-02",
    "LIST-03",
    "NEG-11",
    "HEALTH-04",
    "DEL-05",
  ]);
  expect(findRequirementIds("WATCH-01 without brackets, [watch-01], [WATCH], [UTF-8], [0-12]")).toEqual([]);
});

test("findRuleIds() finds IDs in all forms of brackets", () => {
  expect(findRuleIds("[PodSpec#3] and [Pod/status#1, Event.events#12], not [pod#1], [PodSpec] or [WATCH-01]")).toEqual([
    "PodSpec#3",
    "Pod/status#1",
    "Event.events#12",
  ]);
});

test("assess() returns shown for a requirement with a passing test, waiting for a listed one, and else not shown", () => {
  const assessment = assessWith({ "group [WATCH-01] streams": "passed", "[WATCH-02] ends": "skipped" });
  expect(states(assessment)).toEqual({
    "WATCH-01": "shown",
    "WATCH-02": "not shown",
    "SSA-01": "waiting",
    "SSA-02": "waiting",
  });
  expect(assessment.problems).toEqual([]);
});

test("assess() returns not shown and the failed test for a requirement with passing and failing tests", () => {
  const assessment = assessWith({
    "[WATCH-01] streams": "passed",
    "[WATCH-01] streams on": "failed",
    "[WATCH-02]": "passed",
  });
  expect(states(assessment)["WATCH-01"]).toBe("not shown");
  expect(renderAssessment(assessment, applyWaits)).toContain("  WATCH-01   it streams (failed: [WATCH-01] streams on)");
});

const wrongLists: readonly [what: string, waiting: WaitingRequirements, problem: string][] = [
  [
    "an ID that is shown",
    { list, areas: applyWaits.areas, requirements: [{ id: "WATCH-01", ...step }] },
    "WATCH-01 is shown: remove it from conformance/waiting.json",
  ],
  [
    "an area that is completely shown",
    { list, areas: [{ area: "WATCH", ...step }, ...applyWaits.areas], requirements: [] },
    "all of WATCH is shown: remove the area from conformance/waiting.json",
  ],
  [
    "an ID that does not exist",
    { list, areas: applyWaits.areas, requirements: [{ id: "WATCH-99", ...step }] },
    "conformance/waiting.json lists WATCH-99, which does not exist",
  ],
  [
    "an area that does not exist",
    { list, areas: [...applyWaits.areas, { area: "NOPE", ...step }], requirements: [] },
    "conformance/waiting.json lists the area NOPE, which does not exist",
  ],
  [
    "a repeated area",
    { list, areas: [...applyWaits.areas, ...applyWaits.areas], requirements: [] },
    "conformance/waiting.json lists SSA twice",
  ],
  [
    "an ID and its area",
    { list, areas: applyWaits.areas, requirements: [{ id: "SSA-01", ...step }] },
    "conformance/waiting.json lists SSA-01 and its whole area",
  ],
  [
    "an entry without a reason",
    { list, areas: [{ area: "SSA", step: "later", reason: "" }], requirements: [] },
    'conformance/waiting.json has an entry without step or reason: {"area":"SSA","step":"later","reason":""}',
  ],
];

test.each(wrongLists)("assess() reports a waiting list with %s", (_mistake, waiting, problem) => {
  expect(assessWith({ "[WATCH-01, WATCH-02]": "passed" }, waiting).problems).toEqual([problem]);
});

test("renderAssessment() lists an ID that waits by itself with its reason", () => {
  const waiting: WaitingRequirements = { list, areas: applyWaits.areas, requirements: [{ id: "WATCH-02", ...step }] };
  const assessment = assessWith({ "[WATCH-01]": "passed" }, waiting);
  expect(states(assessment)["WATCH-02"]).toBe("waiting");
  expect(assessment.problems).toEqual([]);
  expect(renderAssessment(assessment, waiting)).toContain("  WATCH-02, for later: not yet (it ends)");
});

test("assess() accepts a waiting area that is partly shown", () => {
  const assessment = assessWith({ "[WATCH-01, WATCH-02, SSA-01]": "passed" });
  expect(states(assessment)).toMatchObject({ "SSA-01": "shown", "SSA-02": "waiting" });
  expect(assessment.problems).toEqual([]);
});

test("assess() reports a test that names an unknown ID", () => {
  expect(assessWith({ "[WACTH-01] streams": "passed" }).problems).toEqual([
    'WACTH-01 is in no list, but a test names it: "[WACTH-01] streams"',
  ]);
});

test("assess() with onlyArea leaves out the other areas", () => {
  const assessment = assessWith({ "[WATCH-01, WATCH-02]": "passed", "[NOPE-01]": "passed" }, applyWaits, "SSA");
  expect(states(assessment)).toEqual({ "SSA-01": "waiting", "SSA-02": "waiting" });
  expect(assessment.problems).toEqual([]);
});

test("renderAssessment() lists every ID once, and the counts of each area", () => {
  const lines = renderAssessment(assessWith({ "[WATCH-01]": "passed" }), applyWaits);
  expect(lines).toEqual([
    "Shown:",
    "  WATCH-01",
    "",
    "Not shown:",
    "  WATCH-02   it ends",
    "",
    "Waiting:",
    "  SSA, for later: not yet",
    "    SSA-01 SSA-02",
    "",
    "By area:",
    `  ${" ".repeat(60)}       all     shown not shown   waiting`,
    `  WATCH                 Watch${" ".repeat(33)}         2         1         1         0`,
    `  SSA                   Apply${" ".repeat(33)}         2         0         0         2`,
    `  ${" ".repeat(60)}         4         1         1         2`,
    "",
  ]);
});

test("the committed lists of requirements are consistent", () => {
  const committedAreas = readAreas(join(committed, "requirements.json"));
  const waiting = readWaiting(join(committed, "waiting.json"));
  const { requirements, problems } = assess({ areas: committedAreas, waiting, evidence: new Map() });
  expect(problems).toEqual([]);
  expect(requirements).toHaveLength(753);
  for (const { id, area, statement } of requirements) {
    expect(id).toMatch(new RegExp(`^${area}-\\d\\d$`));
    expect(statement.split(" ").length, id).toBeLessThanOrEqual(12);
  }
  expect(new Set(requirements.map(({ statement }) => statement)).size).toBe(753);
});

test("the committed lists of rules are consistent, and few rules are not reachable", () => {
  const rules = readAreas(join(committed, "validation.json"));
  const waiting = readWaiting(join(committed, "validation-waiting.json"));
  const { requirements, problems } = assess({ areas: rules, waiting, evidence: new Map() });
  expect(problems).toEqual([]);
  expect(requirements).toHaveLength(1897);
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(1897);
  const unreachable = waiting.requirements.filter(({ step }) => step === notReachableStep);
  expect(unreachable.length).toBeLessThanOrEqual(1897 * 0.03);
});

test("npm run conformance reads a report and fails while a requirement is not shown", () => {
  const folder = mkdtempSync(join(tmpdir(), "orch-conformance-"));
  try {
    const path = join(folder, "report.json");
    const run = (...args: string[]): { status: number | null; stdout: string } =>
      spawnSync(process.execPath, ["--import", "tsx", join(import.meta.dirname, "conformance.ts"), ...args], {
        encoding: "utf8",
      });
    const ids = ["UPD-01", "UPD-02", "UPD-03"];
    writeFileSync(path, JSON.stringify(report({ [`[${ids.join(", ")}]`]: "passed" })));
    const before = run("--report", path, "--area", "UPD");
    expect(before.stdout.trimEnd().split("\n").at(-1)).toBe(
      "4 requirements: 3 shown, 1 not shown, 0 waiting, 0 not reachable, 0 problems",
    );
    expect(before.status).toBe(1);
    writeFileSync(path, JSON.stringify(report({ [`[${[...ids, "UPD-04"].join(", ")}]`]: "passed" })));
    expect(run("--report", path, "--area", "UPD").status).toBe(0);
    expect(run("--report", path).status).toBe(1);
    expect(run("--report", path, "--area", "NOPE").status).toBe(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
