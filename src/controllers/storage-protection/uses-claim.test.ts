import { expect, test } from "vitest";
import type { PersistentVolumeClaim, Pod } from "../../api/index.ts";
import { usesClaim } from "./uses-claim.ts";

function podWith(volume: object, nodeName: string | undefined = "node"): Pod {
  const metadata = { name: "web", namespace: "default", uid: "pod-uid" };
  return { kind: "Pod", apiVersion: "v1", metadata, spec: { nodeName, volumes: [volume] } } as unknown as Pod;
}

function claim(name: string, owner?: object): PersistentVolumeClaim {
  const metadata = { name, namespace: "default", ...(owner ? { ownerReferences: [owner] } : {}) };
  return { kind: "PersistentVolumeClaim", apiVersion: "v1", metadata } as PersistentVolumeClaim;
}

const data = { name: "data", persistentVolumeClaim: { claimName: "disk" } };
const scratch = { name: "scratch", ephemeral: {} };
const owner = { apiVersion: "v1", kind: "Pod", name: "web", uid: "pod-uid", controller: true };

test("a Pod on a node uses the claims that its volumes name", () => {
  expect(usesClaim(podWith(data), claim("disk"))).toBe(true);
  expect(usesClaim(podWith(data), claim("other"))).toBe(false);
  expect(usesClaim(podWith({ name: "disk", emptyDir: {} }), claim("disk"))).toBe(false);
});

test("a Pod that is not bound to a node uses no claim", () => {
  expect(usesClaim(podWith(data, ""), claim("disk"))).toBe(false);
});

test("a Pod uses the claims of its ephemeral volumes, but not those of others with the same name", () => {
  expect(usesClaim(podWith(scratch), claim("web-scratch", owner))).toBe(true);
  expect(usesClaim(podWith(scratch), claim("web-scratch"))).toBe(false);
  expect(usesClaim(podWith(scratch), claim("web-scratch", { ...owner, uid: "other" }))).toBe(false);
  expect(usesClaim(podWith(scratch), claim("scratch", owner))).toBe(false);
});
