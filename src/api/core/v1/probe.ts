import { type FieldsOf, inline, int64, optional, pointer, type StructSchema, struct } from "../../../schema/index.ts";
import { nonNegative32 } from "../../numbers.ts";
import { execAction, grpcAction, httpGetAction, tcpSocketAction } from "./handler.ts";

export const probeHandlerFields = {
  exec: pointer(execAction, 1, "Runs a command in the container."),
  httpGet: pointer(httpGetAction, 2, "Sends an HTTP request to the container."),
  tcpSocket: pointer(tcpSocketAction, 3, "Opens a TCP connection to the container."),
  grpc: pointer(grpcAction, 4, "Calls a gRPC health service."),
};

/** Action of a probe. Exactly one member is set. */
export interface ProbeHandler extends FieldsOf<typeof probeHandlerFields> {}

const probeFields = {
  ...inline(1, probeHandlerFields),
  initialDelaySeconds: optional(nonNegative32, 2, "Seconds from the container's start to the first check."),
  timeoutSeconds: optional(nonNegative32, 3, "Seconds after which a check counts as failed. Default: 1.", {
    default: 1,
  }),
  periodSeconds: optional(nonNegative32, 4, "Seconds between checks. Default: 10.", { default: 10 }),
  successThreshold: optional(
    nonNegative32,
    5,
    "Number of consecutive successes after a failure. Must be 1 for liveness and startup probes. Default: 1.",
    { default: 1 },
  ),
  failureThreshold: optional(
    nonNegative32,
    6,
    "Number of consecutive failures after which the probe fails. Default: 3.",
    { default: 3 },
  ),
  terminationGracePeriodSeconds: pointer(
    int64,
    7,
    "Seconds between a failed probe and the kill of the container. Default: the Pod's grace period.",
  ),
};

export interface Probe extends FieldsOf<typeof probeFields> {}

export const probe: StructSchema<Probe> = struct(
  "core/v1.Probe",
  "Health check of a container, which the node repeats.",
  probeFields,
);
