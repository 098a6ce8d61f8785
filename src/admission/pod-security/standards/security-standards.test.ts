import { describe, expect, test } from "vitest";
import { vocabularies } from "../../../meta/vocabulary.ts";
import { recordedEvaluations } from "../testing/recorded-violations.ts";
import { type LevelVersion, securityLevel } from "./level.ts";
import { SecurityStandards } from "./security-standards.ts";
import { detailsOf, reasonsOf } from "./violation.ts";

const vocabulary = vocabularies.kubernetes;

function levelOf(text: string): LevelVersion {
  const [name = "", version = ""] = text.split(":");
  const level = securityLevel(name);
  if (!level) throw new Error(`${text} names no level`);
  return { level, version };
}

describe.each([
  ["usual", false],
  ["withTrustedUserNamespaces", true],
] as const)("Pods that the reference evaluated, %s", (name, trustsUserNamespaces) => {
  const standards = new SecurityStandards({ vocabulary, trustsUserNamespaces });
  test.each(recordedEvaluations(name))("the violations of %s are those of the reference", (level, evaluations) => {
    const found = evaluations.map(({ title, pod }) => [title, detailsOf(standards.evaluate(levelOf(level), pod))]);
    expect(found).toEqual(evaluations.map(({ title, violations }) => [title, violations]));
  });
});

const standards = new SecurityStandards({ vocabulary, trustsUserNamespaces: false });
const everything = {
  spec: { hostPID: true, containers: [{ name: "a", securityContext: { privileged: true } }] },
};

test("the level privileged has no violations", () => {
  expect(standards.evaluate({ level: "privileged", version: "latest" }, everything)).toEqual([]);
});

test("the reasons of violations contain no names", () => {
  const violations = standards.evaluate({ level: "baseline", version: "latest" }, everything);
  expect(reasonsOf(violations)).toBe("host namespaces, privileged");
});

test("an object without a spec has no violations of the level baseline", () => {
  expect(standards.evaluate({ level: "baseline", version: "latest" }, {})).toEqual([]);
});

test("annotations are those of the vocabulary", () => {
  const annotations = { "seccomp.security.alpha.orch.io/pod": "unconfined" };
  const pod = { metadata: { annotations } };
  const own = new SecurityStandards({ vocabulary: vocabularies.orch, trustsUserNamespaces: false });
  const level = { level: "baseline", version: "v1.0" } as const;
  expect(detailsOf(own.evaluate(level, pod))).toBe(
    'seccompProfile (forbidden annotation seccomp.security.alpha.orch.io/pod="unconfined")',
  );
  expect(standards.evaluate(level, pod)).toEqual([]);
});
