/** Node ports of a Service, the one for health checks included. */
import type { ServiceSpec } from "../../../api/index.ts";
import { type FieldError, invalidField } from "../../../meta/field-error.ts";
import { internalError } from "../../../meta/status-error.ts";
import type { ClaimTaker, ValueRange } from "../../../schema/index.ts";
import { nodePorts } from "./service-ranges.ts";
import { getsNodePorts, needsHealthCheck, usesNodePorts } from "./service-type.ts";

/** All that it has. */
export function nodePortsOf(spec: ServiceSpec): number[] {
  const ports = usesNodePorts(spec) ? (spec.ports ?? []).map(({ nodePort = 0 }) => nodePort) : [];
  const checked = needsHealthCheck(spec) ? [spec.healthCheckNodePort ?? 0] : [];
  return [...ports, ...checked].filter((port) => port !== 0);
}

/**
 * Takes the node ports that a Service asks for and those that it needs besides. As in the reference, a dry run may name a
 * port outside of the range, and chooses ports outside of the range.
 * @throws StatusError 500 when no port is left, and for a port of health checks that cannot be had
 */
export function takeNodePorts(
  spec: ServiceSpec,
  old: ServiceSpec | undefined,
  store: ClaimTaker,
  dryRun = false,
): FieldError[] {
  const range = store.ranges.find(({ name }) => name === nodePorts);
  if (!range) return [];
  const taker = dryRun ? new DryRunPorts(old ? nodePortsOf(old) : [], store) : store;
  const errors = usesNodePorts(spec) ? takePorts(spec, old === undefined, { taker, range }) : [];
  if (errors.length === 0) takeHealthCheckPort(spec, old, { taker, range });
  return errors;
}

type PortTaker = Pick<ClaimTaker, "take" | "takeNext">;

/** The first port that a dry run chooses follows this one. */
const dryRunBase = 32_768;

class DryRunPorts implements PortTaker {
  readonly #held: ReadonlySet<string>;
  readonly #taken = new Set<string>();
  readonly #store: ClaimTaker;

  constructor(held: readonly number[], store: ClaimTaker) {
    this.#held = new Set(held.map(String));
    this.#store = store;
  }

  take(range: ValueRange, value: string): "taken" | undefined {
    if (this.#held.has(value)) return undefined;
    if (this.#taken.has(value) || this.#store.take(range, value) === "taken") return "taken";
    this.#taken.add(value);
    return undefined;
  }

  takeNext(): string {
    const last = this.#taken.size === 0 ? dryRunBase : Math.max(...[...this.#taken].map(Number));
    const next = last + 1;
    this.#taken.add(String(next));
    // A client may name the greatest int32, after which the reference goes on with the smallest one.
    return String(next | 0);
  }
}

interface NodePorts {
  readonly taker: PortTaker;
  readonly range: ValueRange;
}

/**
 * In the order of the ports, up to the first that cannot be had. In a new Service, ports of one number (and different
 * protocols) share a node port; in a stored one, two ports may name the same.
 */
function takePorts(spec: ServiceSpec, isNew: boolean, from: NodePorts): FieldError[] {
  const ports = spec.ports ?? [];
  const shared = new Map<number, number>();
  const taken = new Set<number>();
  for (const [index, port] of ports.entries()) {
    if (!port.nodePort && !getsNodePorts(spec)) continue;
    const sharing = isNew ? shared.get(port.port) : undefined;
    const namesake =
      isNew && sharing === undefined ? ports.find((one) => one.port === port.port && one.nodePort) : port;
    const asked = port.nodePort || sharing || namesake?.nodePort || 0;
    if (asked === 0) port.nodePort = nextPort(from, "failed to allocate a nodePort");
    else {
      const isMine = asked === sharing || (!isNew && taken.has(asked));
      const why = isMine ? undefined : refusalOf(asked, from);
      if (why !== undefined) return [invalidField(`spec.ports[${index}].nodePort`, asked, why)];
      port.nodePort = asked;
    }
    taken.add(port.nodePort);
    if (!shared.has(port.port)) shared.set(port.port, port.nodePort);
  }
  return [];
}

/** Of a Service that had one, it stays. */
function takeHealthCheckPort(spec: ServiceSpec, old: ServiceSpec | undefined, from: NodePorts): void {
  if (!needsHealthCheck(spec) || (old && needsHealthCheck(old))) return;
  const asked = spec.healthCheckNodePort ?? 0;
  if (asked === 0) {
    spec.healthCheckNodePort = nextPort(from, "failed to allocate a HealthCheck NodePort 0");
    return;
  }
  const why = refusalOf(asked, from);
  if (why !== undefined) throw internalError(`failed to allocate requested HealthCheck NodePort ${asked}: ${why}`);
}

function nextPort({ taker, range }: NodePorts, failure: string): number {
  const port = taker.takeNext(range);
  if (port === undefined) throw internalError(`${failure}: range is full`);
  return Number(port);
}

function refusalOf(port: number, { taker, range }: NodePorts): string | undefined {
  switch (taker.take(range, String(port))) {
    case "taken":
      return "provided port is already allocated";
    case "outside":
      return `provided port is not in the valid range. The range of valid ports is ${range.text}`;
    default:
      return undefined;
  }
}
