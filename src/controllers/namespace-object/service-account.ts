import { type ServiceAccount, serviceAccount } from "../../api/index.ts";
import type { ControllerSpec } from "../frame/index.ts";
import { controllerNames } from "../names.ts";
import { type NamespaceObject, runNamespaceObjectController } from "./namespace-object-controller.ts";

const name = "default";

/** The `default` ServiceAccount. Changes by others are kept. */
const defaultServiceAccount: NamespaceObject<ServiceAccount> = {
  declaration: serviceAccount,
  name,
  queueName: "serviceaccount",
  object: { metadata: { name } },
  repair: () => undefined,
};

/** The controller that creates the `default` ServiceAccount in every namespace. */
export const serviceAccountController: ControllerSpec = {
  ...controllerNames.serviceAccount,
  workers: 1,
  run: (context, signal) => runNamespaceObjectController(defaultServiceAccount, context, signal),
};
