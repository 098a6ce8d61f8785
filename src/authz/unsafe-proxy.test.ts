import { expect, test } from "vitest";
import type { Attributes, Authorizer, ResourceAction } from "../meta/access/access-control.ts";
import { allowed, noOpinion } from "./authorizer.ts";
import { requireUnsafeProxy } from "./unsafe-proxy.ts";

const action: ResourceAction = {
  isResource: true,
  verb: "get",
  group: "",
  version: "v1",
  namespace: "shop",
  resource: "pods",
  subresource: "proxy",
  name: "web",
};
const anonymous = { name: "system:anonymous", groups: ["system:unauthenticated"] };
const jane = { name: "jane", groups: ["system:authenticated"] };

/** Allows actions on these verbs and subresources. */
const allowing =
  (...words: readonly string[]): Authorizer =>
  (_, attributes: Attributes) =>
    attributes.isResource && [attributes.verb, attributes.subresource].some((word) => words.includes(word))
      ? allowed
      : noOpinion;

test("a user who is not authenticated needs the subresource unsafeproxy for proxies", async () => {
  expect(await requireUnsafeProxy(allowing("proxy"))(anonymous, action)).toEqual({
    decision: "no opinion",
    reason: "proxy subresource changed to unsafeproxy",
  });
  expect(await requireUnsafeProxy(async (...query) => await allowing("unsafeproxy")(...query))(anonymous, action)).toBe(
    allowed,
  );
});

test("a user who is not authenticated needs the verb unsafeproxy instead of proxy", async () => {
  const byVerb = { ...action, verb: "proxy", subresource: "" };
  expect(await requireUnsafeProxy(allowing("proxy"))(anonymous, byVerb)).toEqual({
    decision: "no opinion",
    reason: "proxy verb changed to unsafeproxy",
  });
  expect(await requireUnsafeProxy(allowing("unsafeproxy"))(anonymous, byVerb)).toBe(allowed);
});

test("authenticated users, other subresources and paths are not affected", async () => {
  const authorize = requireUnsafeProxy(allowing("proxy", "log"));
  expect(await authorize(jane, action)).toBe(allowed);
  expect(await authorize(anonymous, { ...action, subresource: "log" })).toBe(allowed);
  expect(await authorize(anonymous, { isResource: false, verb: "proxy", path: "/proxy" })).toBe(noOpinion);
});
