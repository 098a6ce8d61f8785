/**
 * Rejects requests with impersonation headers, which are not supported. If they were ignored, a request could act with
 * more rights than its client intended.
 */
import { forbidden } from "../../meta/status-error.ts";
import type { Filter } from "../chain.ts";

const headerPrefix = "impersonate-";
const users = { group: "", resource: "users" };

/** The filter that rejects impersonation. */
export const impersonate: Filter = (call, next) => {
  const { exchange } = call;
  if (exchange.headerNames().some((name) => name.startsWith(headerPrefix))) {
    call.isDenied = true;
    throw forbidden(users, exchange.header("impersonate-user") ?? "", "impersonation is not supported");
  }
  return next();
};
