/** Flags of `orch storage`, and the options that they give. */
import { resolve } from "node:path";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { parseArguments } from "../flags/parse-flags.ts";
import { UsageError } from "../flags/usage-error.ts";

export const storageFlags = [
  {
    name: "data-dir",
    type: "path",
    default: "./.orch",
    group: "Flags",
    commands: ["storage"],
    doc: "Folder of the cluster whose store is meant.",
  },
] as const satisfies readonly FlagSpec[];

/** Action of `orch storage`. */
export type StorageOptions = { readonly dataDir: string } & (
  | { readonly action: "check" }
  | { readonly action: "remove-damaged"; readonly key: string }
);

/** Returns the options that a command line gives. @throws UsageError */
export function storageOptions(args: readonly string[], cwd: string): StorageOptions {
  const { given, problems, words } = parseArguments(storageFlags, args);
  const [action, key, ...stray] = words;
  const dataDir = resolve(cwd, given["data-dir"] ?? storageFlags[0].default);
  const all = [...problems, ...stray.map((word) => `unexpected argument ${JSON.stringify(word)}`)];
  if (action === "remove-damaged") {
    if (key === undefined) all.push("remove-damaged needs the key of an object, as `orch storage check` prints it");
    else if (all.length === 0) return { dataDir, action, key };
  } else if (action === "check") {
    if (key !== undefined) all.push(`unexpected argument ${JSON.stringify(key)}`);
    else if (all.length === 0) return { dataDir, action };
  } else {
    all.push(
      action === undefined ? "say what to do: check or remove-damaged" : `unknown action ${JSON.stringify(action)}`,
    );
  }
  throw new UsageError(all);
}
