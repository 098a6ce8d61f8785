/** The controllers of the cluster by name, for whoever only speaks of them. */
import type { ControllerName } from "./frame/controller-spec.ts";

export const controllerNames = {
  garbageCollector: { name: "garbage-collector-controller", alias: "garbagecollector" },
  namespace: { name: "namespace-controller", alias: "namespace" },
  rootCa: { name: "root-ca-certificate-publisher-controller", alias: "root-ca-cert-publisher" },
  serviceAccount: { name: "serviceaccount-controller", alias: "serviceaccount" },
} as const satisfies Readonly<Record<string, ControllerName>>;
