import { expect, test } from "vitest";
import type { Ingress } from "../../../api/index.ts";
import type { ApiObject } from "../../../meta/object-meta.ts";
import { configMapRequest, rejectionOf } from "../../testing/requests.ts";
import { onlyPlugin, servicesOver } from "../testing/plugin-services.ts";

test("DenyServiceExternalIPs rejects new external addresses of Services", async () => {
  const admission = onlyPlugin("DenyServiceExternalIPs", servicesOver([]));
  const service = (...externalIPs: readonly string[]): ApiObject =>
    ({ kind: "Service", apiVersion: "v1", metadata: { name: "a" }, spec: { externalIPs } }) as ApiObject;
  const resource = { group: "", version: "v1", resource: "services" };
  const answer = async (object: ApiObject, oldObject?: ApiObject): Promise<unknown> => {
    const operation = oldObject ? "UPDATE" : "CREATE";
    return await rejectionOf(admission.validate(configMapRequest({ operation, resource, object, oldObject })));
  };
  const denied = [403, 'services "a" is forbidden: Use of external IPs is denied by admission control'];
  expect(await answer(service())).toBeUndefined();
  expect(await answer(service("1.2.3.4"))).toEqual(denied);
  expect(await answer(service("1.2.3.4"), service("1.2.3.4", "1.2.3.5"))).toBeUndefined();
  expect(await answer(service("1.2.3.4", "1.2.3.5"), service("1.2.3.4"))).toEqual(denied);
});

test("DefaultIngressClass sets the default class of Ingresses without one", async () => {
  const annotations = { "ingressclass.kubernetes.io/is-default-class": "true" };
  const metadata = { name: "web", creationTimestamp: "2025-01-01T00:00:00Z", annotations };
  const ingressClass: ApiObject = { kind: "IngressClass", apiVersion: "networking.k8s.io/v1", metadata };
  const classOf = async (spec: object, ingressAnnotations?: Record<string, string>): Promise<string | undefined> => {
    const object = {
      kind: "Ingress",
      apiVersion: "networking.k8s.io/v1",
      metadata: { name: "a", ...(ingressAnnotations ? { annotations: ingressAnnotations } : {}) },
      spec,
    } as ApiObject;
    const resource = { group: "networking.k8s.io", version: "v1", resource: "ingresses" };
    const admission = onlyPlugin("DefaultIngressClass", servicesOver([ingressClass]));
    await admission.admit(configMapRequest({ resource, object }));
    return (object as Ingress).spec?.ingressClassName;
  };
  expect(await classOf({})).toBe("web");
  expect(await classOf({ ingressClassName: "own" })).toBe("own");
  expect(await classOf({}, { "kubernetes.io/ingress.class": "old" })).toBeUndefined();
});
