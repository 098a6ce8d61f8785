/** The controllers of the cluster. They use only the client library, like external controllers. */

import { type ControllerSpec } from "./frame/index.ts";
import { garbageCollector } from "./garbage-collector/index.ts";
import { namespaceController } from "./namespace/index.ts";
import { rootCaController, serviceAccountController } from "./namespace-object/index.ts";

export { ControllerManager, type ControllerSpec, selectControllers } from "./frame/index.ts";
export { controllerNames } from "./names.ts";

/** Settings of the controllers that depend on the cluster. */
export interface BuiltinControllerOptions {
  /** CA certificates of the API server in PEM. Empty if there are none to publish. */
  readonly rootCa: string;
  /** Whether the Pods of a deleted namespace are deleted before all other objects. */
  readonly podsFirst: boolean;
}

/** Returns all built-in controllers. */
export function builtinControllers({ rootCa, podsFirst }: BuiltinControllerOptions): readonly ControllerSpec[] {
  return [
    garbageCollector,
    namespaceController(podsFirst),
    ...(rootCa === "" ? [] : [rootCaController(rootCa)]),
    serviceAccountController,
  ];
}
