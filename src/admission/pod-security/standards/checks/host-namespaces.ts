import type { PodCheck } from "../checked-pod.ts";
import type { SecurityCheck } from "../security-check.ts";

const fields = ["hostNetwork", "hostPID", "hostIPC"] as const;

const forbidHostNamespaces: PodCheck = ({ spec }) => {
  const bad = fields.filter((field) => spec[field]);
  if (bad.length === 0) return undefined;
  return { reason: "host namespaces", detail: bad.map((field) => `${field}=true`).join(", ") };
};

/** Pods must not share the namespaces of their host. */
export const hostNamespaces: SecurityCheck = {
  id: "hostNamespaces",
  level: "baseline",
  versions: [{ sinceMinor: 0, check: forbidHostNamespaces }],
};
