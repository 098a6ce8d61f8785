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
}

export function builtinControllers({ rootCa }: BuiltinControllerOptions): readonly ControllerSpec[] {
  return [
    garbageCollector,
    namespaceController,
    ...(rootCa === "" ? [] : [rootCaController(rootCa)]),
    serviceAccountController,
  ];
}
