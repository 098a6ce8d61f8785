import { describe, expect, test } from "vitest";
import type { Container, PodSpec } from "../../../api/index.ts";
import { fillPodRequests, requestsOfContainers } from "./pod-level-resources.ts";

function container(name: string, cpu: string, fields: object = {}): Container {
  return { name, image: "app", resources: { requests: { cpu } }, ...fields };
}

const sidecar = { restartPolicy: "Always" };

describe("the sum of the requests of containers", () => {
  test.each<[string, Container[], Container[], string]>([
    ["is the sum of all containers", [container("a", "1"), container("b", "500m")], [], "1500m"],
    [
      "is the request of the largest init container",
      [container("a", "1")],
      [container("b", "3"), container("c", "2")],
      "3",
    ],
    ["includes sidecars", [container("a", "1")], [container("b", "1", sidecar)], "2"],
    [
      "includes sidecars that run beside an init container",
      [container("a", "1")],
      [container("b", "1", sidecar), container("c", "3")],
      "4",
    ],
    [
      "omits sidecars after the largest init container",
      [container("a", "1")],
      [container("b", "3"), container("c", "1", sidecar)],
      "3",
    ],
  ])("requestsOfContainers() %s", (_, containers, initContainers, cpu) => {
    expect(requestsOfContainers({ containers, initContainers }).get("cpu")?.toString()).toBe(cpu);
  });
});

describe("default requests of a Pod", () => {
  function filled(resources: object): PodSpec["resources"] {
    const spec: PodSpec = { containers: [container("a", "1")], resources };
    fillPodRequests(spec);
    return spec.resources;
  }

  test("requests of a Pod default to those of its containers, or else to its limits", () => {
    const limits = { cpu: "4", memory: "1Gi" };
    expect(filled({ limits })).toEqual({ limits, requests: { cpu: "1", memory: "1Gi" } });
  });

  test("requests of a Pod without limits have no defaults", () => {
    expect(filled({ requests: { memory: "1Gi" } })).toEqual({ requests: { memory: "1Gi" } });
  });
});
