/**
 * The store of test servers whose tests do not choose one. `ORCH_TEST_STORE=shared npm test` runs the tests like servers
 * with several processes: servers in the test's process follow an LMDB store, and servers with their own process have a
 * worker.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { VocabularyName } from "../../src/meta/vocabulary.ts";
import type { Engine } from "../../src/storage/index.ts";
import { openFollowedStore } from "../../src/storage/testing/followed-store.ts";

/** The stores that `ORCH_TEST_STORE` can name. */
export const testStoreNames = ["memory", "shared"] as const;
type TestStoreName = (typeof testStoreNames)[number];

/** An open store of a test server. Disposing it closes the store and removes its data. */
export interface TestStore extends AsyncDisposable {
  readonly options: { readonly engine: Engine };
}

/** Returns the store that the environment selects. Default: memory. */
export function selectedTestStore(): TestStoreName {
  const selected = process.env["ORCH_TEST_STORE"] ?? "memory";
  const name = testStoreNames.find((one) => one === selected);
  if (name === undefined)
    throw new Error(`ORCH_TEST_STORE is ${selected}, and must be one of ${testStoreNames.join(", ")}`);
  return name;
}

/** Opens an empty store of the selected type. Returns undefined for memory, because servers open that themselves. */
export async function openTestStore(vocabulary: VocabularyName): Promise<TestStore | undefined> {
  return selectedTestStore() === "shared" ? await openSharedStore(vocabulary) : undefined;
}

/** Flags for servers with their own process. */
export function storeFlags(args: readonly string[]): readonly string[] {
  const isServer = args[0] === "up" || args[0] === "apiserver";
  const choosesStore = args.some((arg) => arg.startsWith("--workers") || arg === "--storage=memory");
  return isServer && !choosesStore && selectedTestStore() === "shared" ? ["--workers=2"] : [];
}

/** Opens a follower of an LMDB store, as in a worker process. */
async function openSharedStore(vocabulary: VocabularyName): Promise<TestStore> {
  const path = mkdtempSync(join(tmpdir(), "orch-store-"));
  const engine = await openFollowedStore(path, { vocabulary });
  return {
    options: { engine },
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]();
      rmSync(path, { recursive: true, force: true });
    },
  };
}
