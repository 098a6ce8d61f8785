/** Names of the built-in controllers, for code that does not run them. */
import type { ControllerName } from "./frame/controller-spec.ts";

/** The name and alias of each controller. */
export const controllerNames = {
  garbageCollector: { name: "garbage-collector-controller", alias: "garbagecollector" },
  namespace: { name: "namespace-controller", alias: "namespace" },
  rootCa: { name: "root-ca-certificate-publisher-controller", alias: "root-ca-cert-publisher" },
  serviceAccount: { name: "serviceaccount-controller", alias: "serviceaccount" },
} as const satisfies Readonly<Record<string, ControllerName>>;
