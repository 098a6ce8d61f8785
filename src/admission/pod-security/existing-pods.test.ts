import { describe, expect, test } from "vitest";
import { checkedPodsMax } from "./existing-pods.ts";
import { TestedPlugin, type TestedPluginOptions } from "./testing/requests.ts";

const privileged = { containers: [{ name: "a", securityContext: { privileged: true } }] };
const onHost = { containers: [], hostPID: true };
const plain = { containers: [{ name: "a" }] };

function pod(name: string, spec: object, controller?: string): object {
  const owners = controller === undefined ? [] : [{ uid: "other" }, { uid: controller, controller: true }];
  return { metadata: { name, ownerReferences: owners }, spec };
}

async function warningsOf(
  pods: readonly object[],
  options: TestedPluginOptions & { readonly old?: Readonly<Record<string, string>> } = {},
  labels: Readonly<Record<string, string>> = { enforce: "baseline" },
): Promise<readonly string[]> {
  const { old = {}, ...others } = options;
  const answer = await new TestedPlugin({ labels: {}, pods, ...others }).label(labels, old);
  expect(answer.rejection).toBeUndefined();
  return answer.warnings;
}

const summary = 'existing pods in namespace "shop" violate the new PodSecurity enforce level "baseline:latest"';

describe("PodSecurity warns about existing Pods if a namespace enforces a stricter level", () => {
  test("Pods with the same violations share a warning", async () => {
    expect(await warningsOf([pod("b", privileged)])).toEqual([summary, "b: privileged"]);
    expect(await warningsOf([pod("b", privileged), pod("a", privileged), pod("c", plain)])).toEqual([
      summary,
      "a (and 1 other pod): privileged",
    ]);
    const pods = [pod("d", privileged), pod("b", privileged), pod("c", privileged), pod("a", onHost)];
    expect(await warningsOf(pods)).toEqual([summary, "a: host namespaces", "b (and 2 other pods): privileged"]);
  });

  test("there is no warning if all Pods conform", async () => {
    expect(await warningsOf([pod("a", plain)])).toEqual([]);
  });

  test.each<[string, Record<string, string>, Record<string, string>, boolean]>([
    ["the same level", { enforce: "baseline" }, { enforce: "baseline" }, false],
    ["a weaker level", { enforce: "baseline" }, { enforce: "restricted" }, false],
    [
      "a weaker level in another version",
      { enforce: "baseline" },
      { enforce: "restricted", "enforce-version": "v1.2" },
      true,
    ],
    ["another version", { enforce: "baseline", "enforce-version": "v1.2" }, { enforce: "baseline" }, true],
    ["the level privileged", { enforce: "privileged", "enforce-version": "v1.2" }, { enforce: "baseline" }, false],
    ["only warnings", { warn: "baseline" }, {}, false],
  ])("for %s", async (_, labels, old, isWarned) => {
    expect((await warningsOf([pod("a", privileged)], { old }, labels)).length > 0).toBe(isWarned);
  });

  test("Pods of exempt runtime classes do not count", async () => {
    const settings = { exemptions: { usernames: [], namespaces: [], runtimeClasses: ["safe"] } };
    const pods = [pod("a", { ...privileged, runtimeClassName: "safe" }), pod("b", privileged)];
    expect(await warningsOf(pods, { settings })).toEqual([summary, "b: privileged"]);
  });
});

describe("limits", () => {
  const partial = (checked: number, total: number): string =>
    `new PodSecurity enforce level only checked against the first ${checked} of ${total} existing pods`;

  test("PodSecurity checks a limited number of Pods, first one of each controller", async () => {
    const replicas = Array.from({ length: checkedPodsMax }, (_, index) => pod(`a${index}`, privileged, "x"));
    const pods = [...replicas, pod("b", onHost), pod("c", onHost, "y")];
    expect(await warningsOf(pods)).toEqual([
      partial(checkedPodsMax, checkedPodsMax + 2),
      summary,
      `a0 (and ${checkedPodsMax - 3} other pods): privileged`,
      "b (and 1 other pod): host namespaces",
    ]);
    expect(await warningsOf(replicas)).toEqual([summary, `a0 (and ${checkedPodsMax - 1} other pods): privileged`]);
  });

  test("PodSecurity ends the check after a second", async () => {
    const pods = Array.from({ length: 10 }, (_, index) => pod(`a${index}`, privileged));
    const warnings = await warningsOf(pods, { podReadMs: 300 });
    expect(warnings).toEqual([partial(4, 10), summary, "a0 (and 3 other pods): privileged"]);
  });

  test("exempt Pods do not count for the limit", async () => {
    const settings = { exemptions: { usernames: [], namespaces: [], runtimeClasses: ["safe"] } };
    const exempt = Array.from({ length: 5 }, (_, index) =>
      pod(`a${index}`, { ...privileged, runtimeClassName: "safe" }),
    );
    const pods = [...exempt, ...Array.from({ length: checkedPodsMax }, (_, index) => pod(`b${index}`, plain))];
    expect(await warningsOf(pods, { settings })).toEqual([]);
  });
});
