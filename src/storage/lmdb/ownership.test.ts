import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Engine } from "../engine.ts";
import { ScriptProcess } from "../testing/child-process.ts";
import { TemporaryDirectory } from "../testing/temporary-directory.ts";
import { openLmdbEngine } from "./index.ts";
import { claimStore, isClaimed } from "./ownership.ts";
import { openMeta, openRoot, openStores } from "./stores.ts";

describe("one process per store", () => {
  let directory: TemporaryDirectory;

  beforeEach(() => {
    directory = new TemporaryDirectory();
  });

  afterEach(() => {
    directory[Symbol.dispose]();
  });

  const open = (): Promise<Engine> => openLmdbEngine({ path: directory.path, identity: { vocabulary: "orch" } });
  const inUse = (by: string): object => ({
    code: "not-usable",
    message: `the store in ${directory.path} is in use ${by}: stop it first, or use another directory`,
  });
  const startOpener = async (): Promise<ScriptProcess> => {
    const opener = new ScriptProcess("./store-opener.ts", [directory.path]);
    await opener.line();
    return opener;
  };

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
    const root = openRoot(directory.path);
    const meta = openMeta(root);
    openStores(root);
    const refusal = inUse(`by process ${process.pid}, this one or another container's`);
    expect(() => claimStore(root, meta, directory.path)).toThrow(expect.objectContaining(refusal));
    await root.close();
    await engine.put("/a", Buffer.from("x"), 0);
    expect(await engine.check()).toEqual([]);
    await using opener = await startOpener();
    opener.send("go");
    expect(JSON.parse((await opener.line()) ?? "")).toEqual(inUse(`by process ${process.pid}`));
  });

  test("a claim is effective before anything was read", async () => {
    const root = openRoot(directory.path);
    const meta = openMeta(root);
    openStores(root);
    expect(isClaimed(root)).toBe(false);
    expect(claimStore(root, meta, directory.path)).toBe(true);
    expect(isClaimed(root)).toBe(true);
    await root.close();
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
    await using follower = new ScriptProcess("./store-follower.ts", [directory.path]);
    expect(await follower.line()).toBe("following");
    await owner.kill();
    const root = openRoot(directory.path);
    const meta = openMeta(root);
    openStores(root);
    expect(claimStore(root, meta, directory.path)).toBe(false);
    await root.close();
    const opening = open();
    await follower.kill();
    await (await opening)[Symbol.asyncDispose]();
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
