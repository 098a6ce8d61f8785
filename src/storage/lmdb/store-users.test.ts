import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OwningEngine } from "../store-owner.ts";
import { ScriptProcess } from "../testing/child-process.ts";
import { TemporaryDirectory } from "../testing/temporary-directory.ts";
import { openLmdbEngine, openLmdbFollower } from "./index.ts";
import { StoreUsers } from "./store-users.ts";

let directory: TemporaryDirectory;

beforeEach(() => {
  directory = new TemporaryDirectory();
});

afterEach(() => {
  directory[Symbol.dispose]();
});

const open = (): Promise<OwningEngine> => openLmdbEngine({ path: directory.path, identity: { vocabulary: "orch" } });
const inUse = (by: string): object => ({
  code: "not-usable",
  message: `the store in ${directory.path} is in use ${by}: stop it first, or use another directory`,
});
const startOpener = async (): Promise<ScriptProcess> => {
  const opener = new ScriptProcess("./store-opener.ts", [directory.path]);
  await opener.line();
  return opener;
};
const startFollower = async (owner: number | undefined): Promise<ScriptProcess> => {
  const follower = new ScriptProcess("./store-follower.ts", [directory.path, String(owner)]);
  expect(await follower.line()).toBe("following");
  return follower;
};

describe("one owner per store", () => {
  test("a second engine in the same process is rejected until the first is closed", async () => {
    const engine = await open();
    await expect(open()).rejects.toMatchObject(inUse("by this process"));
    await engine.put("/a", Buffer.from("x"), 0);
    await engine[Symbol.asyncDispose]();
    await using again = await open();
    expect(again.revision).toBe(1);
  });

  test("a second engine in another thread is rejected, and the first keeps its claim", async () => {
    await using engine = await open();
    // Works like another thread, which does not see this thread's reservation.
    const users = new StoreUsers(directory.path);
    const refusal = inUse(`by process ${process.pid}, this one or another container's`);
    expect(() => users.claim()).toThrow(expect.objectContaining(refusal));
    await users[Symbol.asyncDispose]();
    await engine.put("/a", Buffer.from("x"), 0);
    expect(await engine.check()).toEqual([]);
    await using opener = await startOpener();
    opener.send("go");
    expect(JSON.parse((await opener.line()) ?? "")).toEqual(inUse(`by process ${process.pid}`));
  });

  test("a claim is effective at once, and ends when it is closed", async () => {
    const users = new StoreUsers(directory.path);
    expect(users.includesThisProcess).toBe(false);
    expect(users.claim()).toBe(true);
    expect(users.includesThisProcess).toBe(true);
    await users[Symbol.asyncDispose]();
    await using later = new StoreUsers(directory.path);
    expect(later.includesThisProcess).toBe(false);
  });

  test("a second process is rejected, even if the first one is busy", async () => {
    await using engine = await open();
    for (let index = 0; index < 200; index++) {
      await engine.put(`/${index}`, Buffer.alloc(1000), 0);
      await engine.range("/", { limit: 3 });
    }
    await using opener = await startOpener();
    opener.send("go");
    expect(JSON.parse((await opener.line()) ?? "")).toEqual(inUse(`by process ${process.pid}`));
    await engine.put("/after", Buffer.from("x"), 0);
    expect(await engine.check()).toEqual([]);
  });

  test("the store of a killed process can be opened at once", async () => {
    const opener = await startOpener();
    opener.send("go");
    expect(await opener.line()).toBe("open");
    await expect(open()).rejects.toMatchObject(inUse(`by process ${opener.pid}`));
    await opener.kill();
    await (await open())[Symbol.asyncDispose]();
  });

  test("a new owner waits until the followers of a killed owner have ended", async () => {
    const owner = await startOpener();
    owner.send("go");
    expect(await owner.line()).toBe("open");
    await using follower = await startFollower(owner.pid);
    await owner.kill();
    const users = new StoreUsers(directory.path);
    expect(users.claim()).toBe(false);
    await users[Symbol.asyncDispose]();
    const opening = open();
    await follower.kill();
    await (await opening)[Symbol.asyncDispose]();
  });

  test("a follower of a process that does not own the store is rejected", async () => {
    const owner = await startOpener();
    owner.send("go");
    expect(await owner.line()).toBe("open");
    await using users = new StoreUsers(directory.path);
    expect(() => users.follow(process.pid)).toThrow(`process ${process.pid} does not own the store`);
    await owner.kill();
    expect(() => users.follow(Number(owner.pid))).toThrow(
      `process ${owner.pid} does not own the store in ${directory.path}`,
    );
    expect(users.includesThisProcess).toBe(false);
  });

  test.each(["", "no number\n", "1\n"])("the file of the owner may contain %j after a crash", async (text) => {
    await (await open())[Symbol.asyncDispose]();
    const ownerFile = join(directory.path, "users/owner");
    expect(readFileSync(ownerFile, "utf8")).toBe(`${process.pid}\n`);
    writeFileSync(ownerFile, text);
    await using engine = await open();
    expect(await engine.check()).toEqual([]);
  });

  test("the folder of the users can be missing, for example in a restored backup", async () => {
    const first = await open();
    await first.put("/a", Buffer.from("x"), 0);
    await first[Symbol.asyncDispose]();
    rmSync(join(directory.path, "users"), { recursive: true });
    await using engine = await open();
    expect(engine.revision).toBe(1);
  });

  test("exactly one of several processes can open a new store at the same time", async () => {
    const openers = await Promise.all(Array.from({ length: 4 }, startOpener));
    for (const opener of openers) opener.send("go");
    const answers = await Promise.all(openers.map((opener) => opener.line()));
    await Promise.all(openers.map((opener) => opener.kill()));
    expect(answers.filter((answer) => answer === "open")).toEqual(["open"]);
    const refusals = answers.filter((answer) => answer !== "open").map((answer) => JSON.parse(answer ?? "").code);
    expect(refusals).toEqual(["not-usable", "not-usable", "not-usable"]);
  });
});

describe("opening a store while its owner writes", () => {
  test("a follower opens the store while no commit runs, and writes continue afterwards", async () => {
    await using owner = await open();
    const events: string[] = [];
    const ownerOfFollower = {
      commit: owner.commit.bind(owner),
      removeDamaged: owner.removeDamaged.bind(owner),
      compact: owner.compact.bind(owner),
      check: owner.check.bind(owner),
      withoutCommits: <T>(work: () => T | Promise<T>): Promise<T> =>
        owner.withoutCommits(async () => {
          const written = owner.put("/meanwhile", Buffer.from("x"), 0).then(() => events.push("written"));
          // A commit that was not held back would end in one of these turns.
          await Promise.race([written, new Promise((resolve) => setTimeout(resolve, 50))]);
          const result = await work();
          const { path } = result as { path?: string };
          if (path === directory.path) events.push("opened");
          return result;
        }),
    };
    const options = { path: directory.path, owner: ownerOfFollower, ownerProcessId: process.pid };
    await using follower = await openLmdbFollower(options);
    await follower.progress();
    await owner.put("/after", Buffer.from("x"), 0);
    expect(events).toEqual(["opened", "written"]);
    await follower.progress();
    expect(await follower.get("/meanwhile")).toBeDefined();
  });
});
