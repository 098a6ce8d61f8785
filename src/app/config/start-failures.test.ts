/** Flags that stop the reference: `orch` rejects them with the same text. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { UsageError } from "../flags/usage-error.ts";
import { serverConfig } from "./server-config.ts";

interface StartFailure {
  readonly flags: readonly string[];
  readonly messages: readonly string[];
}

const text = readFileSync("test/facts/start-failures.json", "utf8");
const { failures } = JSON.parse(text) as { readonly failures: readonly StartFailure[] };

test.each(failures)("the flags $flags stop a server with the messages of the reference", ({ flags, messages }) => {
  let problems: readonly string[] = [];
  try {
    serverConfig("apiserver", ["--vocabulary=kubernetes", ...flags], { cwd: "/" });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    ({ problems } = error);
  }
  expect(problems).toHaveLength(messages.length);
  for (const message of messages) expect(problems).toContainEqual(expect.stringContaining(message));
});

test("dozens of start failures are recorded", () => {
  expect(failures.length).toBeGreaterThan(28);
});
