/** Flags of the reference without effect in this server, so that command lines for the reference work. Their use prints a warning. */
import type { ExplicitValues, FlagSpec } from "../flags/flag-spec.ts";

const group = "Without effect";

/** A flag of all commands that have profiles. */
export const contentionProfilingFlag = {
  name: "contention-profiling",
  type: "boolean",
  default: false,
  group,
  doc: "Has no effect, because code of the server never waits for locks.",
} as const satisfies FlagSpec;

/** All flags of servers without effect. */
export const ineffectiveFlags = [
  contentionProfilingFlag,
  {
    name: "delete-collection-workers",
    type: "integer",
    default: 1,
    min: 1,
    max: 1_000_000,
    group,
    doc: "Has no effect, because the deletions of a collection share their commits.",
  },
  {
    name: "etcd-count-metric-poll-period",
    type: "duration",
    default: "1m0s",
    minMs: 0,
    group,
    doc: "Has no effect, because objects are counted whenever metrics are read.",
  },
  {
    name: "log-flush-frequency",
    type: "duration",
    default: "5s",
    minMs: 0,
    group,
    doc: "Has no effect, because lines of the log are written at once.",
  },
  {
    name: "permit-address-sharing",
    type: "boolean",
    default: false,
    group,
    doc: "Has no effect, because Node always allows it.",
  },
  {
    name: "storage-backend",
    type: "string",
    placeholder: "etcd3",
    check: (value) => (value === "" || value === "etcd3" ? undefined : "must be etcd3"),
    group,
    doc: "Has no effect, because --etcd-servers selects the store.",
  },
  {
    name: "storage-initialization-timeout",
    type: "duration",
    default: "1m0s",
    minMs: 0,
    group,
    doc: "Has no effect, because the server is not ready before it can use its store.",
  },
  {
    name: "storage-media-type",
    type: "string",
    placeholder: "TYPE",
    group,
    doc: "Has no effect, because objects are stored in JSON, and custom objects in CBOR if its feature gate is on.",
  },
  {
    name: "vmodule",
    type: "list",
    placeholder: "PATTERN=LEVEL,...",
    default: [],
    group,
    doc: "Has no effect, because lines of the log belong to no file. --v sets their detail.",
  },
  {
    name: "watch-cache",
    type: "boolean",
    default: true,
    group,
    doc: "Has no effect, because the server always keeps recent events in memory.",
  },
  {
    name: "watch-cache-sizes",
    type: "list",
    placeholder: "RESOURCE#SIZE,...",
    default: [],
    group,
    doc: "Has no effect, because the size of recent events in bytes limits their number.",
  },
] as const satisfies readonly FlagSpec[];

/** Returns a warning for each of these flags on the command line. */
export function ineffectiveFlagWarnings(values: ExplicitValues<(typeof ineffectiveFlags)[number]>): readonly string[] {
  return ineffectiveFlags.flatMap(({ name }) => (values[name] === undefined ? [] : [`--${name} has no effect`]));
}
