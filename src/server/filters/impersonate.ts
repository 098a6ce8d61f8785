/**
 * Acting as somebody else is not served yet. Ignoring the headers, any of them, would let a request act with more rights
 * than meant.
 */
import { forbidden } from "../../meta/status-error.ts";
import type { Filter } from "../chain.ts";

const headerPrefix = "impersonate-";
const users = { group: "", resource: "users" };

export const impersonate: Filter = (call, next) => {
  const { exchange } = call;
  if (exchange.headerNames().some((name) => name.startsWith(headerPrefix))) {
    call.isDenied = true;
    throw forbidden(users, exchange.header("impersonate-user") ?? "", "impersonation is not served");
  }
  return next();
};
