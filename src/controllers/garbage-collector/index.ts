import type { ControllerSpec } from "../frame/index.ts";
import { controllerNames } from "../names.ts";
import { Collector } from "./collector.ts";

export const garbageCollector: ControllerSpec = {
  ...controllerNames.garbageCollector,
  workers: 20,
  run: (context, signal) => new Collector(context).run(signal),
};
