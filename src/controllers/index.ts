/** The controllers of the cluster, which stand on the client library like anybody's. */

import { type ControllerSpec } from "./frame/index.ts";
import { garbageCollector } from "./garbage-collector/index.ts";
import { namespaceController } from "./namespace/index.ts";
import { rootCaController, serviceAccountController } from "./namespace-object/index.ts";

export { ControllerManager, type ControllerSpec, selectControllers } from "./frame/index.ts";
export { controllerNames } from "./names.ts";

export interface BuiltinControllerOptions {
  /** PEM of what vouches for the API server; empty: there is none to publish. */
  readonly rootCa: string;
  /** Whether a namespace that is deleted loses its Pods before anything else. */
  readonly podsFirst: boolean;
}

/** Returns the controllers that this release has. */
export function builtinControllers({ rootCa, podsFirst }: BuiltinControllerOptions): readonly ControllerSpec[] {
  return [
    garbageCollector,
    namespaceController(podsFirst),
    ...(rootCa === "" ? [] : [rootCaController(rootCa)]),
    serviceAccountController,
  ];
}
