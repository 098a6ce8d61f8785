import { type ServiceAccount, serviceAccount } from "../../api/index.ts";
import type { ControllerSpec } from "../frame/index.ts";
import { controllerNames } from "../names.ts";
import { keepNamespaceObject, type NamespaceObject } from "./namespace-object-controller.ts";

const name = "default";

/** Whatever others add to it stays. */
const defaultServiceAccount: NamespaceObject<ServiceAccount> = {
  declaration: serviceAccount,
  name,
  queueName: "serviceaccount",
  object: { metadata: { name } },
  repair: () => undefined,
};

export const serviceAccountController: ControllerSpec = {
  ...controllerNames.serviceAccount,
  workers: 1,
  run: (context, signal) => keepNamespaceObject(defaultServiceAccount, context, signal),
};
