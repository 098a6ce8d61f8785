import { expect, test } from "vitest";
import { newSeed, seededRandom } from "../base/random.ts";
import type { Selection } from "./audience.ts";
import { openCache, WatchClient } from "./testing/fixture.ts";

/** The test objects are lists of members: `node=a;app=web`. */
const memberOf = (bytes: Buffer, name: string): string | undefined =>
  bytes
    .toString()
    .split(";")
    .find((member) => member.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Returns the selection of the objects with this value, as one that requires the value, and as one that does not. */
function selectionsOf(name: string, value: string): readonly [required: Selection, plain: Selection] {
  const plain: Selection = {
    scope: "",
    id: `${name}=${value}`,
    matches: ({ bytes }) => memberOf(bytes, name) === value,
  };
  const read = ({ bytes }: { readonly bytes: Buffer }): string | undefined => memberOf(bytes, name);
  return [
    { ...plain, required: { field: name, value, read } },
    { ...plain, id: `plain ${plain.id}` },
  ];
}

test("random watches with a required value receive the same events as watches without one", async () => {
  const seed = newSeed();
  const random = seededRandom(seed);
  await using fixture = await openCache();
  const { cache, write, remove } = fixture;
  const pairs: (readonly [WatchClient, WatchClient])[] = [];
  const keys = ["k0", "k1", "k2", "k3", "k4"];
  const present = new Set<string>();
  for (let step = 0; step < 300; step++) {
    const key = keys[random.below(keys.length)] as string;
    if (random.below(5) === 0) {
      const [required, plain] = selectionsOf(random.below(2) === 0 ? "node" : "app", "abc".charAt(random.below(4)));
      const after = cache.revision;
      pairs.push([
        new WatchClient(cache, after, { selection: required }),
        new WatchClient(cache, after, { selection: plain }),
      ]);
    } else if (random.below(10) === 0 && pairs.length > 0) {
      const [pair] = pairs.splice(random.below(pairs.length), 1);
      for (const client of pair ?? []) client.watch.close();
      expect(pair?.[0].events, `seed ${seed}`).toEqual(pair?.[1].events);
    } else if (present.has(key) && random.below(4) === 0) {
      present.delete(key);
      await remove(key);
    } else {
      present.add(key);
      await write(key, `node=${"abc".charAt(random.below(4))};app=${"abc".charAt(random.below(4))};${step}`);
    }
  }
  for (const [required, plain] of pairs) expect(required.events, `seed ${seed}`).toEqual(plain.events);
  expect(pairs.some(([required]) => required.events.length > 0)).toBe(true);
});

test("an event is only compared with the selections that require its object's values", async () => {
  await using fixture = await openCache();
  const { cache, write } = fixture;
  let comparisons = 0;
  for (let index = 0; index < 1000; index++) {
    const [selection] = selectionsOf("node", `n${index}`);
    const matches: Selection["matches"] = (object) => {
      comparisons++;
      return selection.matches(object);
    };
    void new WatchClient(cache, cache.revision, { selection: { ...selection, matches } });
  }
  await write("k", "node=n7");
  await write("k", "node=n8");
  expect(comparisons).toBeLessThan(10);
});

test("an error while a required value is read ends the watches that require one, and no others", async () => {
  await using fixture = await openCache();
  const { cache, write } = fixture;
  const [selection, plain] = selectionsOf("node", "a");
  const fault = new Error("the store cannot be read");
  const failing: Selection = {
    ...selection,
    matches: () => {
      throw fault;
    },
    required: {
      field: "node",
      value: "a",
      read: () => {
        throw fault;
      },
    },
  };
  const [fails, goesOn] = [failing, plain].map((one) => new WatchClient(cache, cache.revision, { selection: one }));
  await write("k", "node=a");
  expect(fails?.end).toEqual({ reason: "failed", error: fault });
  expect(goesOn?.events).toEqual(["ADDED k=node=a@1"]);
});
