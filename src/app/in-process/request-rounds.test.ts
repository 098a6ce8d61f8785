import { expect, test } from "vitest";
import { configMap } from "../../api/index.ts";
import { RequestRounds } from "./request-rounds.ts";
import { startServer } from "./start-server.ts";

test("two clients that undo each other's changes do not keep the event loop from continuing", async () => {
  await using server = await startServer();
  const maps = server.client.api(configMap, "default");
  await maps.create({ metadata: { name: "a" }, data: { owner: "one" } });
  const end = new AbortController();
  let changes = 0;
  const fight = async (owner: string): Promise<void> => {
    while (!end.signal.aborted) {
      await maps.patch("a", "merge", { data: { owner } });
      changes++;
    }
  };
  const fighters = Promise.all([fight("one"), fight("two")]);
  await new Promise((resolve) => setImmediate(resolve));
  const changesOfRound = changes;
  end.abort();
  await fighters;
  expect(changesOfRound).toBeGreaterThan(0);
});

test("a round of the event loop has at most 200 requests", async () => {
  const rounds = new RequestRounds();
  let entered = 0;
  const enteredByRound: number[] = [];
  const allEntered = new Promise<void>((resolve) => {
    // Runs in each round before the next requests enter.
    const observe = (): void => {
      enteredByRound.push(entered);
      if (entered === 500) resolve();
      else setImmediate(observe);
    };
    setImmediate(observe);
  });
  await Promise.all([
    allEntered,
    ...Array.from({ length: 500 }, async () => {
      await rounds.enter();
      entered++;
    }),
  ]);
  expect(enteredByRound).toEqual([200, 400, 500]);
});
