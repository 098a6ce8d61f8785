import { expect, test } from "vitest";
import { rejectionOf } from "../../testing/requests.ts";
import { onlyPlugin, servicesOver } from "../testing/plugin-services.ts";
import { podRequest, specOf, testPod } from "../testing/pods.ts";

const plugin = onlyPlugin("AlwaysPullImages", servicesOver([]));
const withVolumes = onlyPlugin("AlwaysPullImages", servicesOver([], { isEnabled: (gate) => gate === "ImageVolume" }));

const spec = (): object => ({
  initContainers: [{ name: "i", image: "x" }],
  containers: [{ name: "c", image: "y", imagePullPolicy: "Never" }],
  ephemeralContainers: [{ name: "e", image: "z", imagePullPolicy: "IfNotPresent" }],
  volumes: [{ name: "v", image: { reference: "r", pullPolicy: "Never" } }],
});

test("all containers of a new Pod always pull their images", async () => {
  const request = podRequest(spec());
  await plugin.admit(request);
  const { initContainers, containers, ephemeralContainers, volumes } = specOf(request);
  expect([initContainers, containers, ephemeralContainers].map((list) => list?.[0]?.imagePullPolicy)).toEqual([
    "Always",
    "Always",
    "Always",
  ]);
  expect(volumes?.[0]?.image?.pullPolicy).toBe("Never");
});

test("with the gate ImageVolume, volumes always pull their images, too", async () => {
  const request = podRequest(spec());
  await withVolumes.admit(request);
  expect(specOf(request).volumes?.[0]?.image?.pullPolicy).toBe("Always");
});

test("an update changes the policies only if it brings a new image", async () => {
  const update = (image: string): ReturnType<typeof podRequest> =>
    podRequest(
      { containers: [{ name: "c", image }] },
      { operation: "UPDATE", oldObject: testPod({ initContainers: [{ name: "i", image: "old" }], containers: [] }) },
    );
  const [same, other] = [update("old"), update("new")];
  await plugin.admit(same);
  await plugin.admit(other);
  expect(specOf(same).containers[0]?.imagePullPolicy).toBeUndefined();
  expect(specOf(other).containers[0]?.imagePullPolicy).toBe("Always");
});

test("a Pod whose policies another plugin has changed is rejected", async () => {
  const fault = (path: string, policy: string): string =>
    `pods "a" is forbidden: spec.${path}: Unsupported value: "${policy}": supported values: "Always"`;
  const one = { containers: [{ name: "c", image: "y", imagePullPolicy: "Never" }] };
  expect(await rejectionOf(plugin.validate(podRequest(one)))).toEqual([
    500,
    fault("containers[0].imagePullPolicy", "Never"),
  ]);
  const [code, message] = (await rejectionOf(withVolumes.validate(podRequest(spec())))) ?? [];
  expect(code).toBe(500);
  expect(message).toBe(
    `[${[
      fault("initContainers[0].imagePullPolicy", ""),
      fault("containers[0].imagePullPolicy", "Never"),
      fault("ephemeralContainers[0].imagePullPolicy", "IfNotPresent"),
      fault("volumes[0].image.pullPolicy", "Never"),
    ].join(", ")}]`,
  );
});
