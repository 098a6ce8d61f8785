import { expect, test } from "vitest";
import { CatchUpTurns } from "./catch-up-turns.ts";
import { turn } from "./testing/fixture.ts";

test("CatchUpTurns lets waiting work continue in order, until the bytes of the turn are sent", async () => {
  const turns = new CatchUpTurns(100);
  turns.spend(100);
  const sent: string[] = [];
  const send = async (name: string, bytes: number): Promise<void> => {
    while (turns.isOver) await turns.next();
    sent.push(name);
    turns.spend(bytes);
  };
  const sending = [send("a", 60), send("b", 60), send("c", 60)];
  expect(sent).toEqual([]);
  await turn();
  expect(sent).toEqual(["a", "b"]);
  await turn();
  expect(sent).toEqual(["a", "b", "c"]);
  await Promise.all(sending);
});

test("CatchUpTurns continues with the next work if the first one sends nothing", async () => {
  const turns = new CatchUpTurns(100);
  turns.spend(100);
  const continued: string[] = [];
  const waitIn = async (name: string): Promise<void> => {
    await turns.next();
    continued.push(name);
  };
  await Promise.all([waitIn("a"), waitIn("b"), waitIn("c")]);
  expect(continued).toEqual(["a", "b", "c"]);
});
