import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { TemporaryDirectory } from "../testing/temporary-directory.ts";
import { open } from "./binding.ts";
import { openLmdbEngine } from "./index.ts";

vi.mock("./binding.ts", async (original) => {
  const binding = await original<typeof import("./binding.ts")>();
  return { ...binding, open: vi.fn(binding.open) };
});

/** With any of these options, a commit could resolve before it survives a power failure. */
const unsafe = ["noSync", "noMetaSync", "mapAsync", "useWritemap"] as const;

// The test can only check the options, because it cannot cause a power failure.
test("openRoot() sets the options that make the binding confirm only synced commits", async () => {
  using directory = new TemporaryDirectory();
  await using engine = await openLmdbEngine({ path: directory.path, identity: {} });
  expect(engine.revision).toBe(0);
  const calls: readonly unknown[][] = vi.mocked(open).mock.calls;
  // The first one is the environment of the store's users, which has no data.
  expect(calls).toEqual([
    [expect.objectContaining({ path: join(directory.path, "users") })],
    [expect.objectContaining({ path: directory.path, overlappingSync: false, eventTurnBatching: false })],
  ]);
  for (const option of unsafe) expect(calls[1]?.[0]).not.toHaveProperty(option);
});
