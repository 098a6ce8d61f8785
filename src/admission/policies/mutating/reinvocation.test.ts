import { expect, test } from "vitest";
import { MutationRounds } from "../../mutation-rounds.ts";
import { Reinvocation } from "./reinvocation.ts";

/** Runs both rounds. @param second the object that the second round begins with. Returns the policies of the second round. */
async function secondRound(first: (reinvocation: Reinvocation) => void, second: object): Promise<string[] | undefined> {
  const rounds = new MutationRounds();
  let applied: string[] | undefined;
  await rounds.run(async () => {
    const reinvocation = Reinvocation.of(rounds);
    if (!rounds.isRepeated) {
      reinvocation.begin({});
      first(reinvocation);
      reinvocation.end({ a: 1 });
      return;
    }
    reinvocation.begin(second);
    applied = ["one", "two"].filter((key) => reinvocation.isApplied(key));
  });
  return applied;
}

test("policies are applied again if another policy has changed the object after them", async () => {
  const applied = await secondRound(
    (reinvocation) => {
      reinvocation.applied("one");
      reinvocation.changed();
      reinvocation.applied("two");
    },
    { a: 1 },
  );
  expect(applied).toEqual(["one"]);
});

test("all policies with IfNeeded are applied again if another plugin has changed the object", async () => {
  const applied = await secondRound(
    (reinvocation) => {
      reinvocation.changed();
      reinvocation.applied("one");
      reinvocation.applied("two");
    },
    { a: 2 },
  );
  expect(applied).toEqual(["one", "two"]);
});

test("there is no second round if no policy has changed the object", async () => {
  expect(await secondRound((reinvocation) => reinvocation.applied("one"), {})).toBeUndefined();
});
