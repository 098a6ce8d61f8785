import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ineffectiveFlags } from "./ineffective-flags.ts";
import { serverConfig } from "./server-config.ts";
import { apiserverFlags } from "./server-flags.ts";

const recorded = JSON.parse(readFileSync("test/facts/apiserver-flags.json", "utf8")) as { readonly flags: string[] };
const page = readFileSync("docs/differences.md", "utf8");
const [, section = ""] = /^## Flags\n([\s\S]*?)\n## /m.exec(page) ?? [];

test("orch has each flag of the reference, or docs/differences.md names it", () => {
  const own = new Set<string>(["help", ...apiserverFlags.map(({ name }) => name)]);
  const missing = recorded.flags.filter((name) => !own.has(name));
  const documented = [...section.matchAll(/`--([a-z-]+)`/g)].map(([, name = ""]) => name);
  expect(documented.toSorted()).toEqual(missing.toSorted());
});

test("flags without effect belong to the reference", () => {
  const others = ineffectiveFlags.filter(({ name }) => !recorded.flags.includes(name));
  expect(others.map(({ name }) => name)).toEqual([]);
});

test("a flag without effect is accepted with a warning", () => {
  const args = ["--watch-cache-sizes=pods#100", "--storage-media-type=application/json", "--storage-backend=etcd3"];
  const { warnings } = serverConfig("apiserver", args, { cwd: "/" });
  expect(warnings).toEqual([
    "--storage-backend has no effect",
    "--storage-media-type has no effect",
    "--watch-cache-sizes has no effect",
  ]);
});

test("another backend than etcd3 is rejected", () => {
  expect(() => serverConfig("apiserver", ["--storage-backend=etcd2"], { cwd: "/" })).toThrow("must be etcd3");
});
