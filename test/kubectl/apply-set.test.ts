/**
 * Sets of objects that are applied together: `orch apply --prune` and `kubectl apply --prune` continue each other's
 * sets.
 */
import { test as anyTest, expect } from "vitest";
import { applyCommand } from "../../src/app/commands/apply.ts";
import { ownersOf } from "../support/field-owners.ts";
import {
  describeWithKubectl,
  type FinishedCommand,
  joinLines,
  type Kubectl,
  kubectlMinor,
} from "../support/kubectl.ts";
import { runOrchLikeKubectl } from "../support/orch-like-kubectl.ts";
import { configMap, workload } from "./objects.ts";

/** The first minor version of kubectl that writes `contains-group-kinds`. Version 1.27 prunes by sets without it. */
const minorWithKindsOfSets = 28;
const test = anyTest.skipIf(kubectlMinor < minorWithKindsOfSets);

const names = {
  id: "applyset.kubernetes.io/id",
  partOf: "applyset.kubernetes.io/part-of",
  tooling: "applyset.kubernetes.io/tooling",
  kinds: "applyset.kubernetes.io/contains-group-kinds",
  namespaces: "applyset.kubernetes.io/additional-namespaces",
};

function text(...objects: readonly object[]): string {
  return objects.map((object) => JSON.stringify(object)).join("\n---\n");
}

describeWithKubectl(`orch apply --prune beside kubectl (needs kubectl 1.${minorWithKindsOfSets})`, (cluster) => {
  const inNewNamespace = async (): Promise<Kubectl> =>
    (await cluster().inNewNamespace()).with({ env: { KUBECTL_APPLYSET: "true" } });
  const secret = async (kubectl: Kubectl) => await cluster().stored(kubectl, "api/v1", "secrets/shop");
  const namesOfObjects = async (kubectl: Kubectl): Promise<string> =>
    await kubectl.out`get configmaps,deployments -o name`;

  /** Runs `orch apply -f -` on a set. */
  function orch(kubectl: Kubectl, objects: readonly object[], ...flags: readonly string[]): Promise<FinishedCommand> {
    const args = ["-f", "-", "--prune", "--applyset=shop", ...flags];
    return runOrchLikeKubectl(applyCommand, args, { cluster: cluster(), kubectl, stdin: text(...objects) });
  }

  /** Runs the same command with kubectl. */
  function byKubectl(
    kubectl: Kubectl,
    objects: readonly object[],
    ...flags: readonly string[]
  ): Promise<FinishedCommand> {
    const args = ["apply", "-f", "-", "--prune", "--applyset=shop", ...flags];
    return kubectl.with({ stdin: objects.map((object) => JSON.stringify(object)).join("\n") }).runWords(args);
  }

  const [a, b, web] = [configMap("a", { of: "a" }), configMap("b", { of: "b" }), workload("Deployment", "web", 1)];

  test("orch apply --prune stores the same labels, annotations and field managers for a set as kubectl", async () => {
    const [mine, its] = [await inNewNamespace(), await inNewNamespace()];
    expect(await orch(mine, [a, web])).toEqual({
      code: 0,
      stdout: joinLines("configmap/a created", "deployment.apps/web created"),
      stderr: "",
    });
    await byKubectl(its, [a, web], "--server-side");
    const [one, other] = [await secret(mine), await secret(its)];
    expect(Object.keys(one.metadata.labels)).toEqual(Object.keys(other.metadata.labels));
    expect(one.metadata.annotations).toEqual({
      ...other.metadata.annotations,
      [names.tooling]: expect.stringMatching(/^kubectl\/v1\.\d+/),
    });
    expect(one.metadata.annotations[names.kinds]).toBe("ConfigMap,Deployment.apps");
    expect(ownersOf(one)).toEqual(ownersOf(other));
    const { metadata } = await cluster().stored(mine, "api/v1", "configmaps/a");
    expect(metadata.labels).toEqual({ [names.partOf]: one.metadata.labels[names.id] });
  });

  test.each(["--server-side=false", "--server-side"])(
    "kubectl apply --prune deletes members of a set that orch applied (%s)",
    async (flag) => {
      const kubectl = await inNewNamespace();
      await orch(kubectl, [a, b, web]);
      const { code, stdout } = await byKubectl(kubectl, [a], flag);
      expect(code).toBe(0);
      expect(stdout.split("\n").slice(1).toSorted()).toEqual(["", "configmap/b pruned", "deployment.apps/web pruned"]);
      expect(await namesOfObjects(kubectl)).toBe("configmap/a\n");
      expect((await secret(kubectl)).metadata.annotations[names.kinds]).toBe("ConfigMap");
    },
  );

  test.each(["--server-side=false", "--server-side"])(
    "orch apply --prune deletes members of a set that kubectl applied (%s)",
    async (flag) => {
      const kubectl = await inNewNamespace();
      expect((await byKubectl(kubectl, [a, b, web], flag)).code).toBe(0);
      await kubectl.create(configMap("other"));
      const { code, stdout, stderr } = await orch(kubectl, [a]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toMatch(/^configmap\/a .*\nconfigmap\/b pruned\ndeployment\.apps\/web pruned\n$/);
      expect(await namesOfObjects(kubectl)).toBe(joinLines("configmap/a", "configmap/other"));
      expect((await secret(kubectl)).metadata.annotations[names.kinds]).toBe("ConfigMap");
      expect((await byKubectl(kubectl, [a], flag)).code).toBe(0);
    },
  );

  test("a dry run of orch apply --prune on client or server prints what it would prune, and changes nothing", async () => {
    const kubectl = await inNewNamespace();
    await orch(kubectl, [a, web]);
    const before = await secret(kubectl);
    expect((await orch(kubectl, [b], "--dry-run=server")).stdout).toBe(
      joinLines(
        "configmap/b created (server dry run)",
        "configmap/a pruned (server dry run)",
        "deployment.apps/web pruned (server dry run)",
      ),
    );
    expect((await orch(kubectl, [a], "--dry-run=client")).stdout).toBe(
      joinLines("configmap/a configured (dry run)", "deployment.apps/web pruned (dry run)"),
    );
    expect(await namesOfObjects(kubectl)).toBe(joinLines("configmap/a", "deployment.apps/web"));
    expect(await secret(kubectl)).toEqual(before);
  });

  test("orch apply --prune -o prints the applied object on standard output, and pruned objects on standard error", async () => {
    const kubectl = await inNewNamespace();
    await orch(kubectl, [a, b]);
    const { stdout, stderr } = await orch(kubectl, [a], "-o", "jsonpath={.metadata.name}");
    expect({ stdout, stderr }).toEqual({ stdout: "a", stderr: "configmap/b pruned\n" });
  });

  test("orch apply --prune deletes nothing if an object could not be applied, and keeps the kinds of the set", async () => {
    const kubectl = await inNewNamespace();
    await orch(kubectl, [a, b]);
    const bad = { ...web, spec: {} };
    const { code, stderr } = await orch(kubectl, [bad, a]);
    expect(code).toBe(1);
    expect(stderr).toContain("nothing was pruned, because some objects could not be applied\n");
    expect(await namesOfObjects(kubectl)).toBe(joinLines("configmap/a", "configmap/b"));
    expect((await secret(kubectl)).metadata.annotations[names.kinds]).toBe("ConfigMap,Deployment.apps");
  });

  test("a set can be stored in a ConfigMap, but not in an object of another tool, kind or purpose", async () => {
    const kubectl = await inNewNamespace();
    await kubectl.create(configMap("plain"));
    const applySet = (reference: string): Promise<FinishedCommand> =>
      runOrchLikeKubectl(applyCommand, ["-f", "-", "--prune", `--applyset=${reference}`], {
        cluster: cluster(),
        kubectl,
        stdin: text(a),
      });
    expect((await applySet("cm/kept")).stdout).toBe("configmap/a created\n");
    const setObject = await cluster().stored(kubectl, "api/v1", "configmaps/kept");
    expect(setObject.metadata.annotations[names.namespaces]).toBe("");
    expect((await applySet("cm/plain")).stderr).toBe(
      `--applyset: configmap/plain exists but is not a set: it has no annotation ${names.tooling}; use another name\n`,
    );
    await kubectl.out`annotate --overwrite configmap kept ${`${names.tooling}=helm/v3`}`;
    expect((await applySet("cm/kept")).stderr).toBe("--applyset: configmap/kept is a set of helm; use another name\n");
    expect((await applySet("deployment/web")).stderr).toBe(
      "--applyset: a set must be a Secret or a ConfigMap, not one of deployments\n",
    );
    expect((await applySet("cm/")).stderr).toContain('"cm/" is not NAME or TYPE/NAME');
  });
});
