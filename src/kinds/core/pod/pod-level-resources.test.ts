import { describe, expect, test } from "vitest";
import type { Container, PodSpec } from "../../../api/index.ts";
import { fillPodRequests, requestsOfContainers } from "./pod-level-resources.ts";

function container(name: string, cpu: string, fields: object = {}): Container {
  return { name, image: "app", resources: { requests: { cpu } }, ...fields };
}

const sidecar = { restartPolicy: "Always" };

describe("what containers request together", () => {
  test.each<[string, Container[], Container[], string]>([
    ["is the sum of those that run", [container("a", "1"), container("b", "500m")], [], "1500m"],
    ["is what the largest preparation needs", [container("a", "1")], [container("b", "3"), container("c", "2")], "3"],
    ["counts those that keep running", [container("a", "1")], [container("b", "1", sidecar)], "2"],
    [
      "counts those that run besides a preparation",
      [container("a", "1")],
      [container("b", "1", sidecar), container("c", "3")],
      "4",
    ],
    [
      "counts no sidecar for a preparation before it",
      [container("a", "1")],
      [container("b", "3"), container("c", "1", sidecar)],
      "3",
    ],
  ])("%s", (_, containers, initContainers, cpu) => {
    expect(requestsOfContainers({ containers, initContainers }).get("cpu")?.toString()).toBe(cpu);
  });
});

describe("what a Pod requests when it says nothing", () => {
  function filled(resources: object): PodSpec["resources"] {
    const spec: PodSpec = { containers: [container("a", "1")], resources };
    fillPodRequests(spec);
    return spec.resources;
  }

  test("is what its containers request, or else its limit", () => {
    const limits = { cpu: "4", memory: "1Gi" };
    expect(filled({ limits })).toEqual({ limits, requests: { cpu: "1", memory: "1Gi" } });
  });

  test("is nothing without limits", () => {
    expect(filled({ requests: { memory: "1Gi" } })).toEqual({ requests: { memory: "1Gi" } });
  });
});
