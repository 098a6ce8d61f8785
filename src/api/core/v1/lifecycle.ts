import { type FieldsOf, pointer, type StructSchema, struct } from "../../../schema/index.ts";
import { execAction, httpGetAction, sleepAction, tcpSocketAction } from "./handler.ts";

const lifecycleHandlerFields = {
  exec: pointer(execAction, 1, "Runs a command in the container."),
  httpGet: pointer(httpGetAction, 2, "Sends an HTTP request to the container."),
  tcpSocket: pointer(tcpSocketAction, 3, "Deprecated. Accepted for older clients; always fails when run."),
  sleep: pointer(sleepAction, 4, "Lets the container wait for some seconds.", {
    featureGate: "PodLifecycleSleepAction",
  }),
};

export interface LifecycleHandler extends FieldsOf<typeof lifecycleHandlerFields> {}

export const lifecycleHandler: StructSchema<LifecycleHandler> = struct(
  "core/v1.LifecycleHandler",
  "What is done at one point of a container's life. One member is set.",
  lifecycleHandlerFields,
);

const lifecycleFields = {
  postStart: pointer(lifecycleHandler, 1, "Done right after the start. The container is killed when it fails."),
  preStop: pointer(lifecycleHandler, 2, "Done before the container is asked to stop; the grace period runs meanwhile."),
};

export interface Lifecycle extends FieldsOf<typeof lifecycleFields> {}

export const lifecycle: StructSchema<Lifecycle> = struct(
  "core/v1.Lifecycle",
  "What is done after a container's start and before its stop.",
  lifecycleFields,
);
