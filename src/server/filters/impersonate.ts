/** Acting as somebody else is not served yet. Ignoring the headers would let a request act with more rights than meant. */
import { forbidden } from "../../meta/status-error.ts";
import type { Filter } from "../chain.ts";

export const impersonate: Filter = async (call, next) => {
  const asked = call.exchange.header("impersonate-user") ?? call.exchange.header("impersonate-group");
  if (asked !== undefined) throw forbidden({ group: "", resource: "users" }, asked, "impersonation is not served");
  await next();
};
