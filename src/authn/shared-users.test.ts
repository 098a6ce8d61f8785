import { expect, test } from "vitest";
import { SharedUsers } from "./shared-users.ts";
import type { User } from "./user.ts";

const bot = (tokenId: string): User => ({
  name: "bot",
  uid: "1",
  groups: ["bots", "all"],
  extra: { id: [tokenId] },
});

test("SharedUsers returns equal users, which share their groups but not their extra", () => {
  const users = new SharedUsers();
  const [first, second] = [users.share(bot("a")), users.share(bot("b"))];
  expect([first, second]).toStrictEqual([bot("a"), bot("b")]);
  expect(second.groups).toBe(first.groups);
});

test.each<[string, User]>([
  ["another uid", { ...bot("a"), uid: "2" }],
  ["another group", { ...bot("a"), groups: ["bots", "some"] }],
  ["one more group", { ...bot("a"), groups: ["bots", "all", "others"] }],
  ["groups in another order", { ...bot("a"), groups: ["all", "bots"] }],
  ["no uid and no extra", { name: "bot", groups: ["bots", "all"] }],
  ["no uid", { name: "bot", groups: [], extra: { id: ["a"] } }],
  ["another name", { name: "ann", groups: ["bots", "all"], uid: "1" }],
])("SharedUsers keeps a user apart that has %s", (_, user) => {
  const users = new SharedUsers();
  users.share(bot("a"));
  expect(users.share(user)).toStrictEqual(user);
  expect(users.share(bot("c"))).toStrictEqual(bot("c"));
});

test("SharedUsers shares the values of at most 1,000 users, and starts again with the next one", () => {
  const users = new SharedUsers();
  const { groups } = users.share(bot("a"));
  for (let number = 1; number < 1000; number++) users.share({ name: `user-${number}`, groups: [] });
  expect(users.share(bot("b")).groups).toBe(groups);
  users.share({ name: "one more", groups: [] });
  expect(users.share(bot("c")).groups).not.toBe(groups);
});
