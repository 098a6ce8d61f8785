import { expect, test } from "vitest";
import { service } from "../../api/core/v1/service.ts";
import type { StoredResources } from "../../server/index.ts";
import { serviceResolver } from "./service-resolver.ts";

/** Returns the address of the port 443 of a Service with this spec. */
async function resolve(spec: object): Promise<unknown> {
  const object = { kind: "Service", apiVersion: "v1", metadata: { name: "hook", namespace: "system" }, spec };
  const cached = { bytes: Buffer.from(JSON.stringify(object)), needsExactJson: false };
  const resource = {
    key: (namespace: string, name: string) => `${namespace}/${name}`,
    cache: { read: async () => cached },
  };
  const resources = new Map([[service, resource]]) as unknown as StoredResources;
  return await serviceResolver(resources)({ namespace: "system", name: "hook", port: 443 });
}

const ports = [{ port: 443, targetPort: 8443 }];

test.each(["ClusterIP", "NodePort", "LoadBalancer"])("a Service of the type %s has its cluster IP", async (type) => {
  expect(await resolve({ type, clusterIP: "10.0.0.7", ports })).toEqual({ host: "10.0.0.7", port: 443 });
});

test("a headless Service has its name, and an external one the name that it declares", async () => {
  expect(await resolve({ type: "ClusterIP", clusterIP: "None" })).toEqual({ host: "hook.system.svc", port: 443 });
  expect(await resolve({ type: "ExternalName", externalName: "a.test" })).toEqual({ host: "a.test", port: 443 });
});

test("a Service without the port, or of another type, has no address", async () => {
  await expect(resolve({ type: "ClusterIP", clusterIP: "10.0.0.7" })).rejects.toThrow(
    'no service port 443 found for service "hook"',
  );
  await expect(resolve({ type: "Other" })).rejects.toThrow('unsupported service type "Other"');
});
