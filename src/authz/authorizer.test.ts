import { expect, test } from "vitest";
import type { Attributes, Authorizer, Decision } from "../meta/access/access-control.ts";
import { authorizeBy } from "./authorizer.ts";

const subject = { name: "alice", groups: ["team"] };
const attributes: Attributes = { isResource: false, verb: "get", path: "/x" };
const says =
  (decision: Decision["decision"], reason = ""): Authorizer =>
  async () => ({ decision, reason });

async function decide(...authorizers: readonly Authorizer[]): Promise<Decision> {
  return await authorizeBy(authorizers)(subject, attributes);
}

test("authorizeBy() returns the first decision with an opinion", async () => {
  const allowed = { decision: "allow", reason: "yes" };
  const denied = { decision: "deny", reason: "no" };
  expect(await decide(says("no opinion"), says("allow", "yes"), says("deny", "no"))).toEqual(allowed);
  expect(await decide(says("deny", "no"), says("allow", "yes"))).toEqual(denied);
});

test("authorizeBy() does not call the other authorizers after a decision", async () => {
  let asked = false;
  const last: Authorizer = async () => {
    asked = true;
    return { decision: "deny", reason: "" };
  };
  await decide(says("allow"), last);
  expect(asked).toBe(false);
});

test("authorizeBy() joins the reasons of all authorizers if none has an opinion", async () => {
  expect(await decide(says("no opinion", "a"), says("no opinion"), says("no opinion", "b"))).toEqual({
    decision: "no opinion",
    reason: "a\nb",
  });
  expect(await decide()).toEqual({ decision: "no opinion", reason: "" });
});

test("authorizeBy() joins the errors of all authorizers if none has an opinion, and repeats none", async () => {
  const fails =
    (error: string): Authorizer =>
    async () => ({ decision: "no opinion", reason: "", error });
  expect(await decide(fails("a"), fails("b"), says("no opinion"), fails("c"), fails("b"))).toEqual({
    decision: "no opinion",
    reason: "",
    error: "[a, b, c]",
  });
});

test("authorizeBy() throws the error of an authorizer and does not call later ones", async () => {
  const broken: Authorizer = () => Promise.reject(new Error("broken"));
  await expect(decide(broken, says("allow"))).rejects.toThrow("broken");
});

test("authorizeBy() passes the user and the attributes to each authorizer", async () => {
  const asked: unknown[] = [];
  await decide(async (...question) => {
    asked.push(question);
    return { decision: "no opinion", reason: "" };
  });
  expect(asked).toEqual([[subject, attributes]]);
});
