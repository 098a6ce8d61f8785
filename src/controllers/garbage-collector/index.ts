import type { ControllerSpec } from "../frame/index.ts";
import { controllerNames } from "../names.ts";
import { Collector } from "./collector.ts";

/** The garbage collector, with 20 workers like the reference. */
export const garbageCollector: ControllerSpec = {
  ...controllerNames.garbageCollector,
  workers: 20,
  run: (context, signal) => new Collector(context).run(signal),
};
