/** Tests the client library as browsers load it: bundled to one file, in a context without Node's globals. */
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningServer } from "../../src/app/server.ts";
import { startStoredServer } from "../support/stored-server.ts";

const root = new URL("../..", import.meta.url).pathname;
let server: RunningServer;
let context: object;

/** Returns globals that every browser has. Timers are numbers, and `Symbol.dispose` may be missing. */
function browserGlobals(): object {
  const timers = new Map<number, NodeJS.Timeout>();
  const { AbortController, AbortSignal, TextDecoder, URL, URLSearchParams, performance, crypto } = globalThis;
  return {
    AbortController,
    AbortSignal,
    TextDecoder,
    URL,
    URLSearchParams,
    performance,
    crypto,
    setTimeout: (callback: () => void, delayMs: number): number => {
      timers.set(timers.size + 1, setTimeout(callback, delayMs).unref());
      return timers.size;
    },
    clearTimeout: (timer: number): void => clearTimeout(timers.get(timer)),
  };
}

beforeAll(async () => {
  server = await startStoredServer();
  const contents = `export * from "./src/client/index.ts"; export { configMap } from "./src/api/core/v1/config-map.ts";`;
  // The build fails if the bundle imports a Node module.
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: "ts" },
    bundle: true,
    platform: "browser",
    target: "es2022",
    format: "iife",
    globalName: "orch",
    write: false,
    logLevel: "silent",
  });
  context = createContext(browserGlobals());
  runInContext(outputFiles[0]?.text ?? "", context);
});

afterAll(() => server.close());

/** Runs the body of an async function in the browser context, with these variables. */
async function inBrowser(body: string, names: object = {}): Promise<unknown> {
  const run = runInContext(`(async ({ ${Object.keys(names).join(", ")} }) => { ${body} })`, context);
  return JSON.parse(JSON.stringify((await run(names)) ?? null));
}

test("the browser bundle uses no globals of Node", async () => {
  const names = ["process", "Buffer", "require", "setImmediate", "global"];
  expect(await inBrowser(`return [${names.map((name) => `typeof ${name}`).join(", ")}];`)).toEqual(
    names.map(() => "undefined"),
  );
  expect(await inBrowser("return typeof orch.Client;")).toBe("function");
});

test("the browser bundle writes, lists, watches and follows objects over a transport of the page", async () => {
  const { transport } = server.client;
  const result = await inBrowser(
    `
    const maps = new orch.Client({ transport }).api(orch.configMap, "default");
    await maps.create({ metadata: { name: "a" }, data: { colour: "blue" } });
    const informer = new orch.Informer(maps);
    const stop = new AbortController();
    const running = informer.run(stop.signal);
    await informer.synced;
    const changed = new Promise((resolve) => informer.addHandler({ updated: ({ data }) => resolve(data.colour) }));
    await maps.patch("a", "merge", { data: { colour: "red" } });
    const colours = [(await maps.list()).items[0].metadata.name, await changed];
    stop.abort();
    await running;
    return colours;
    `,
    { transport },
  );
  expect(result).toEqual(["a", "red"]);
});

test("a controller runs, retries and requeues in the browser bundle", async () => {
  const { transport } = server.client;
  const result = await inBrowser(
    `
    const client = new orch.Client({ transport });
    const maps = client.api(orch.configMap, "kube-public");
    const informer = new orch.Informer(maps);
    const stop = new AbortController();
    const keys = [];
    let tries = 0;
    const reconciled = new Promise((resolve) => {
      const controller = new orch.Controller({
        name: "c",
        sources: [orch.controllerSource(informer)],
        async reconcile(key) {
          keys.push(key);
          if (++tries === 1) throw new Error("not yet");
          if (tries === 2) return { requeueAfterMs: 5 };
          resolve();
        },
      });
      void informer.run(stop.signal);
      void controller.run(stop.signal);
    });
    await client.resource({ group: "", version: "v1", kind: "Namespace", plural: "namespaces", namespaced: false })
      .create({ metadata: { name: "kube-public" } }).catch((error) => { if (error.code !== 409) throw error; });
    await maps.create({ metadata: { name: "b" } });
    await reconciled;
    stop.abort();
    return keys;
    `,
    { transport },
  );
  expect(result).toEqual(["kube-public/b", "kube-public/b", "kube-public/b"]);
});
