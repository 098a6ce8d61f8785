import type { PodCheck } from "../checked-pod.ts";
import type { CheckVersion, SecurityCheck } from "../security-check.ts";

/** Kernel parameters that are safe, by the second number of the first release that allows them. */
const safeNames: readonly (readonly [sinceMinor: number, names: readonly string[]])[] = [
  [
    0,
    [
      "kernel.shm_rmid_forced",
      "net.ipv4.ip_local_port_range",
      "net.ipv4.tcp_syncookies",
      "net.ipv4.ping_group_range",
      "net.ipv4.ip_unprivileged_port_start",
    ],
  ],
  [27, ["net.ipv4.ip_local_reserved_ports"]],
  [
    29,
    [
      "net.ipv4.tcp_keepalive_time",
      "net.ipv4.tcp_fin_timeout",
      "net.ipv4.tcp_keepalive_intvl",
      "net.ipv4.tcp_keepalive_probes",
    ],
  ],
  [32, ["net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem"]],
];

function versionSince(sinceMinor: number): CheckVersion {
  const safe = new Set(safeNames.flatMap(([since, names]) => (since <= sinceMinor ? names : [])));
  const check: PodCheck = ({ spec }) => {
    const bad = spec.securityContext?.sysctls?.filter(({ name }) => !safe.has(name)) ?? [];
    if (bad.length === 0) return undefined;
    return { reason: "forbidden sysctls", detail: bad.map(({ name }) => name).join(", ") };
  };
  return { sinceMinor, check };
}

/** Pods can only set kernel parameters that do not affect other Pods or their host. */
export const sysctls: SecurityCheck = {
  id: "sysctls",
  level: "baseline",
  versions: safeNames.map(([sinceMinor]) => versionSince(sinceMinor)),
};
