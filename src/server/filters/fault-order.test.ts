import { expect, test } from "vitest";
import { type ResourceRequestInfo, readRequestInfo } from "../requests/request-info.ts";
import { affectsRequest, checkFaultOrder, type FaultOrder } from "./fault-order.ts";

/** Checks an order of any type, because tests in plain JavaScript can pass anything. */
function check(order: object): void {
  checkFaultOrder(order as FaultOrder);
}

test.each([
  { verb: "get", resource: "configmaps", error: 500 },
  { verb: "*", resource: "*", error: 429, times: 3 },
  { verb: "update", resource: "pods/status", namespace: "default", name: "p", delayMs: 0 },
  { verb: "watch", resource: "pods", name: "p", dropWatch: true },
  { verb: "list", resource: "pods", name: undefined, times: undefined, error: 410 },
])("checkFaultOrder() accepts %j", (order) => {
  expect(() => check(order)).not.toThrow();
});

test.each([
  [{ error: 500, mesage: "x" }, 'a fault has no member "mesage"'],
  [{}, "a fault needs exactly one of error, delayMs, dropWatch, and has none"],
  [{ error: 500, delayMs: 5 }, "a fault needs exactly one of error, delayMs, dropWatch, and has error and delayMs"],
  [
    { verb: "fetch", error: 500 },
    'a fault cannot have the verb "fetch"; use one of get, list, watch, create, update, patch, delete, deletecollection, *',
  ],
  [{ resource: "", error: 500 }, 'a fault needs a non-empty string as resource, not ""'],
  [{ resource: undefined, error: 500 }, "a fault needs a non-empty string as resource, not undefined"],
  [{ namespace: 5, error: 500 }, "a fault needs a non-empty string as namespace, not 5"],
  [{ name: "", error: 500 }, 'a fault needs a non-empty string as name, not ""'],
  [{ verb: "create", name: "a", error: 500 }, "a fault with the verb create cannot have a name"],
  [{ times: 0, error: 500 }, "a fault needs a positive integer as times, not 0"],
  [{ times: 1.5, error: 500 }, "a fault needs a positive integer as times, not 1.5"],
  [{ error: 418 }, "a fault cannot have the error 418; use one of 401, 403, 404, 409, 410, 429, 500, 503, 504"],
  [{ delayMs: -1 }, "a fault needs a delayMs of 0 or more, not -1"],
  [{ delayMs: "5s" }, 'a fault needs a delayMs of 0 or more, not "5s"'],
  [{ verb: "watch", dropWatch: false }, "a fault needs dropWatch to be true, not false"],
  [{ verb: "get", dropWatch: true }, 'a fault with dropWatch needs the verb watch, not "get"'],
])("checkFaultOrder() rejects %j and names the member", (members, message) => {
  expect(() => check({ verb: "get", resource: "configmaps", ...members })).toThrow(new TypeError(message));
});

function infoOf(path: string, method = "GET"): ResourceRequestInfo {
  const info = readRequestInfo(method, path, { isWatch: () => false, selectedName: () => "", selectors: undefined });
  if (!info.isResource) throw new Error(`${path} is no resource`);
  return info;
}

test.each<[Partial<FaultOrder>, string, boolean]>([
  [{}, "/api/v1/namespaces/a/pods/p", true],
  [{ verb: "*", resource: "*" }, "/apis/apps/v1/deployments", true],
  [{ verb: "list" }, "/api/v1/namespaces/a/pods/p", false],
  [{}, "/api/v1/namespaces/a/pods/p/status", false],
  [{ resource: "pods/status" }, "/api/v1/namespaces/a/pods/p/status", true],
  [{ resource: "pods/status" }, "/api/v1/namespaces/a/pods/p", false],
  [{ namespace: "a" }, "/api/v1/namespaces/a/pods/p", true],
  [{ namespace: "b" }, "/api/v1/namespaces/a/pods/p", false],
  [{ verb: "list", namespace: "a" }, "/api/v1/pods", false],
  [{ name: "p" }, "/api/v1/namespaces/a/pods/p", true],
  [{ name: "q" }, "/api/v1/namespaces/a/pods/p", false],
])("isAbout() with an order %j for pods and the path %s returns %j", (members, path, expected) => {
  const order = { verb: "get", resource: "pods", error: 500, ...members } as FaultOrder;
  expect(affectsRequest(order, infoOf(path))).toBe(expected);
});
