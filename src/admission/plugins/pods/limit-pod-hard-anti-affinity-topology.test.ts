import { expect, test } from "vitest";
import { vocabularies } from "../../../meta/vocabulary.ts";
import { rejectionOf } from "../../testing/requests.ts";
import { onlyPlugin, servicesOver } from "../testing/plugin-services.ts";
import { podRequest } from "../testing/pods.ts";

const plugin = onlyPlugin("LimitPodHardAntiAffinityTopology", servicesOver([]));

function request(field: string, ...topologyKeys: readonly string[]): ReturnType<typeof podRequest> {
  const terms = topologyKeys.map((topologyKey) => ({ topologyKey }));
  return podRequest({ containers: [], affinity: { podAntiAffinity: { [field]: terms } } });
}

const required = "requiredDuringSchedulingIgnoredDuringExecution";

test("a Pod may keep other Pods off its node, but not off a larger part of the cluster", async () => {
  expect(await rejectionOf(plugin.validate(request(required, "kubernetes.io/hostname")))).toBeUndefined();
  expect(await rejectionOf(plugin.validate(request(required, "kubernetes.io/hostname", "zone", "x")))).toEqual([
    403,
    'pods "a" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey zone but only key kubernetes.io/hostname is allowed',
  ]);
});

test("preferences are not limited", async () => {
  expect(
    await rejectionOf(plugin.validate(request("preferredDuringSchedulingIgnoredDuringExecution", "zone"))),
  ).toBeUndefined();
});

test("the allowed key follows the vocabulary", async () => {
  const orch = onlyPlugin("LimitPodHardAntiAffinityTopology", servicesOver([], { vocabulary: vocabularies.orch }));
  expect(await rejectionOf(orch.validate(request(required, "orch.io/hostname")))).toBeUndefined();
});
