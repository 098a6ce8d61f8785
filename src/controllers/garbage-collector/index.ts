import type { ControllerSpec } from "../frame/index.ts";
import { Collector } from "./collector.ts";

export const garbageCollector: ControllerSpec = {
  name: "garbage-collector-controller",
  alias: "garbagecollector",
  summary: "deletes what nobody owns any more",
  workers: 20,
  run: (context, signal) => new Collector(context).run(signal),
};
