import { type FieldsOf, pointer, type StructSchema, struct } from "../../../schema/index.ts";
import { execAction, httpGetAction, sleepAction, tcpSocketAction } from "./handler.ts";

const lifecycleHandlerFields = {
  exec: pointer(execAction, 1, "Runs a command in the container."),
  httpGet: pointer(httpGetAction, 2, "Sends an HTTP request to the container."),
  tcpSocket: pointer(tcpSocketAction, 3, "Deprecated. Accepted for older clients. It always fails."),
  sleep: pointer(sleepAction, 4, "Waits for some seconds.", {
    featureGate: "PodLifecycleSleepAction",
  }),
};

export interface LifecycleHandler extends FieldsOf<typeof lifecycleHandlerFields> {}

export const lifecycleHandler: StructSchema<LifecycleHandler> = struct(
  "core/v1.LifecycleHandler",
  "Handler of a lifecycle event. Exactly one member is set.",
  lifecycleHandlerFields,
);

const lifecycleFields = {
  postStart: pointer(lifecycleHandler, 1, "Handler after the start. If it fails, the container is killed."),
  preStop: pointer(
    lifecycleHandler,
    2,
    "Handler before the container is stopped. Its duration counts as part of the grace period.",
  ),
};

export interface Lifecycle extends FieldsOf<typeof lifecycleFields> {}

export const lifecycle: StructSchema<Lifecycle> = struct(
  "core/v1.Lifecycle",
  "Handlers after a container's start and before its stop.",
  lifecycleFields,
);
