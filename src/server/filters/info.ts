/** Reads what the request is about, and looks up who would serve it. Nothing is refused here. */
import type { Call } from "../call.ts";
import type { Filter } from "../chain.ts";
import { readRequestInfo } from "../request-info.ts";
import type { ResourceTable } from "../resource-table.ts";

export function info(resources: ResourceTable): Filter {
  return (call, next) => {
    call.info = readRequestInfo(call.method, call.rawPath, () => asksForWatch(call));
    const endpoint = call.info.isResource ? resources.find(call.info) : undefined;
    call.target = endpoint?.target;
    return next();
  };
}

function asksForWatch(call: Call): boolean {
  if (!call.hasQuery) return false;
  const watch = call.parameters.get("watch");
  return watch !== null && watch !== "0" && watch.toLowerCase() !== "false";
}
