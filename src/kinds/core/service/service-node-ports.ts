/** Node ports of a Service, with the one for health checks. */
import type { ServiceSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { type FieldError, invalidField } from "../../../meta/field-error.ts";
import { internalError } from "../../../meta/status-error.ts";
import type { ClaimTaker, ValueRange } from "../../../schema/index.ts";
import { nodePorts } from "./service-ranges.ts";
import { getsNodePorts, needsHealthCheck, usesNodePorts } from "./service-type.ts";

/** Returns all node ports of the Service. */
export function nodePortsOf(spec: DeepReadonly<ServiceSpec>): number[] {
  const ports = usesNodePorts(spec) ? (spec.ports ?? []).map(({ nodePort = 0 }) => nodePort) : [];
  const checked = needsHealthCheck(spec) ? [spec.healthCheckNodePort ?? 0] : [];
  return [...ports, ...checked].filter((port) => port !== 0);
}

/**
 * Takes the node ports that a Service requests and those that it lacks. As in the reference, a dry run accepts ports
 * outside of the range, and chooses such ports.
 * @throws StatusError 500 if the range is full or the health check port is taken
 */
export function takeNodePorts(
  spec: ServiceSpec,
  old: DeepReadonly<ServiceSpec> | undefined,
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

/** The first port that a dry run chooses is the next one. */
const dryRunBase = 32_768;

class DryRunPorts implements PortTaker {
  readonly #held: ReadonlySet<string>;
  readonly #taken = new Set<string>();
  /** The greatest port that was taken. */
  #greatest = Number.NEGATIVE_INFINITY;
  readonly #store: ClaimTaker;

  constructor(held: readonly number[], store: ClaimTaker) {
    this.#held = new Set(held.map(String));
    this.#store = store;
  }

  take(range: ValueRange, value: string): "taken" | undefined {
    if (this.#held.has(value)) return undefined;
    if (this.#taken.has(value) || this.#store.take(range, value) === "taken") return "taken";
    this.#add(value);
    return undefined;
  }

  takeNext(): string {
    const next = this.#taken.size === 0 ? dryRunBase + 1 : this.#greatest + 1;
    this.#add(String(next));
    // After the largest int32, the reference continues with the smallest one.
    return String(next | 0);
  }

  #add(value: string): void {
    this.#taken.add(value);
    this.#greatest = Math.max(this.#greatest, Number(value));
  }
}

interface NodePorts {
  readonly taker: PortTaker;
  readonly range: ValueRange;
}

/**
 * Takes node ports in the order of the ports, until one cannot be taken. In a new Service, ports with the same number
 * and different protocols share a node port. In a stored Service, two ports may name the same node port.
 */
function takePorts(spec: ServiceSpec, isNew: boolean, from: NodePorts): FieldError[] {
  const ports = spec.ports ?? [];
  const nodePortByPort = new Map<number, number>();
  const requestedByPort = new Map<number, number>();
  for (const { port, nodePort } of ports.toReversed()) if (nodePort) requestedByPort.set(port, nodePort);
  const taken = new Set<number>();
  for (const [index, port] of ports.entries()) {
    if (!port.nodePort && !getsNodePorts(spec)) continue;
    const sharedNodePort = isNew ? nodePortByPort.get(port.port) : undefined;
    const requestedPort = port.nodePort || sharedNodePort || (isNew && requestedByPort.get(port.port)) || 0;
    if (requestedPort === 0) port.nodePort = nextPort(from, "failed to allocate a nodePort");
    else {
      const isOwnPort = requestedPort === sharedNodePort || (!isNew && taken.has(requestedPort));
      const why = isOwnPort ? undefined : rejectionOf(requestedPort, from);
      if (why !== undefined) return [invalidField(`spec.ports[${index}].nodePort`, requestedPort, why)];
      port.nodePort = requestedPort;
    }
    taken.add(port.nodePort);
    if (!nodePortByPort.has(port.port)) nodePortByPort.set(port.port, port.nodePort);
  }
  return [];
}

/** Takes the health check port, unless the stored Service already has one. */
function takeHealthCheckPort(spec: ServiceSpec, old: DeepReadonly<ServiceSpec> | undefined, from: NodePorts): void {
  if (!needsHealthCheck(spec) || (old && needsHealthCheck(old))) return;
  const requestedPort = spec.healthCheckNodePort ?? 0;
  if (requestedPort === 0) {
    spec.healthCheckNodePort = nextPort(from, "failed to allocate a HealthCheck NodePort 0");
    return;
  }
  const why = rejectionOf(requestedPort, from);
  if (why !== undefined)
    throw internalError(`failed to allocate requested HealthCheck NodePort ${requestedPort}: ${why}`);
}

function nextPort({ taker, range }: NodePorts, failure: string): number {
  const port = taker.takeNext(range);
  if (port === undefined) throw internalError(`${failure}: range is full`);
  return Number(port);
}

function rejectionOf(port: number, { taker, range }: NodePorts): string | undefined {
  switch (taker.take(range, String(port))) {
    case "taken":
      return "provided port is already allocated";
    case "outside":
      return `provided port is not in the valid range. The range of valid ports is ${range.text}`;
    default:
      return undefined;
  }
}
