import { expect, test } from "vitest";
import { type Attributes, type Authorizer, authorizeBy, type Decision } from "./authorizer.ts";

const subject = { name: "alice", groups: ["team"] };
const attributes: Attributes = { isResource: false, verb: "get", path: "/x" };
const says =
  (decision: Decision["decision"], reason = ""): Authorizer =>
  async () => ({ decision, reason });

async function decide(...authorizers: readonly Authorizer[]): Promise<Decision> {
  return await authorizeBy(authorizers)(subject, attributes);
}

test("the first opinion decides, with its reason", async () => {
  const allowed = { decision: "allow", reason: "yes" };
  const denied = { decision: "deny", reason: "no" };
  expect(await decide(says("no opinion"), says("allow", "yes"), says("deny", "no"))).toEqual(allowed);
  expect(await decide(says("deny", "no"), says("allow", "yes"))).toEqual(denied);
});

test("who has not been asked is not asked any more", async () => {
  let asked = false;
  const last: Authorizer = async () => {
    asked = true;
    return { decision: "deny", reason: "" };
  };
  await decide(says("allow"), last);
  expect(asked).toBe(false);
});

test("without an opinion the reasons of all are told", async () => {
  expect(await decide(says("no opinion", "a"), says("no opinion"), says("no opinion", "b"))).toEqual({
    decision: "no opinion",
    reason: "a\nb",
  });
  expect(await decide()).toEqual({ decision: "no opinion", reason: "" });
});

test("a failure is not an opinion: it is passed on, and later authorizers do not hide it", async () => {
  const broken: Authorizer = () => Promise.reject(new Error("broken"));
  await expect(decide(broken, says("allow"))).rejects.toThrow("broken");
});

test("each is asked about the user and the request", async () => {
  const asked: unknown[] = [];
  await decide(async (...question) => {
    asked.push(question);
    return { decision: "no opinion", reason: "" };
  });
  expect(asked).toEqual([[subject, attributes]]);
});
