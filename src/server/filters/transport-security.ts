/** Makes browsers use this host only with TLS. */
import type { Filter } from "../chain.ts";

/** Returns the filter that adds the header to each response. @param directives value of the header */
export function transportSecurity(directives: string): Filter {
  return (call, next) => {
    call.setHeader("strict-transport-security", directives);
    return next(call);
  };
}
