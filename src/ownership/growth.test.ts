/** Tests that the number of reads of each list item does not grow with the number of items. */
import { expect, test } from "vitest";
import { apply, recordUpdate } from "./ownership.ts";
import type { OwnershipRules } from "./ownership-rules.ts";
import { sampleShape } from "./testing/sample.ts";

const nowMs = 0;
const rules: OwnershipRules = {
  apiVersion: "t/v1",
  subresource: "",
  empty: { apiVersion: "t/v1", kind: "Sample", metadata: {} },
  inVersion: () => ({ shape: sampleShape, written: keep, convert: keep, convertBack: keep }),
};

function keep<T>(value: T): T {
  return value;
}

/** Counts how often a member of an item is read, or its members are listed. */
class ReadCounter {
  count = 0;

  item(value: object): object {
    const countRead = (): void => {
      this.count++;
    };
    return new Proxy(value, {
      get(target, name) {
        countRead();
        return Reflect.get(target, name) as unknown;
      },
      ownKeys(target) {
        countRead();
        return Reflect.ownKeys(target);
      },
    });
  }

  items(length: number, value: string): object[] {
    return Array.from({ length }, (_, index) => this.item({ name: `item-${index}`, value }));
  }
}

type Work = (looks: ReadCounter, length: number) => void;

const sample = (items: readonly object[], metadata: object = {}): never =>
  ({ apiVersion: "t/v1", kind: "Sample", metadata, spec: { items } }) as never;

function applied(looks: ReadCounter, length: number, next: readonly object[]): void {
  const writer = { manager: "one", nowMs };
  const made = apply(rules, { live: undefined, appliedObject: sample(looks.items(length, "1")), force: false }, writer);
  const live = sample(looks.items(length, "1"), { managedFields: made.managedFields });
  looks.count = 0;
  const { object } = apply(rules, { live, appliedObject: sample(next), force: false }, writer);
  expect(object).toHaveProperty("spec");
}

const works: readonly (readonly [string, Work])[] = [
  ["applies the same again", (looks, length) => applied(looks, length, looks.items(length, "1"))],
  ["applies other values", (looks, length) => applied(looks, length, looks.items(length, "2"))],
  ["applies half of it", (looks, length) => applied(looks, length, looks.items(length / 2, "1"))],
  ["applies it the other way round", (looks, length) => applied(looks, length, looks.items(length, "1").toReversed())],
  [
    "updates it",
    (looks, length) => {
      const made = recordUpdate(
        rules,
        { live: undefined, next: sample(looks.items(length, "1")) },
        { manager: "one", nowMs },
      );
      const live = sample(looks.items(length, "1"), { managedFields: made });
      const next = sample(looks.items(length, "2"));
      looks.count = 0;
      expect(recordUpdate(rules, { live, next }, { manager: "one", nowMs })).toHaveLength(1);
    },
  ],
];

test.each(works)("apply() reads each item equally often in longer lists if the manager %s", (_, work) => {
  const looksPerItem = [10, 100, 1000, 10_000].map((length) => {
    const looks = new ReadCounter();
    work(looks, length);
    return looks.count / length;
  });
  const [fewest = 0] = looksPerItem;
  expect(fewest).toBeGreaterThan(0);
  for (const each of looksPerItem) expect(each).toBeLessThanOrEqual(fewest * 1.1);
});
