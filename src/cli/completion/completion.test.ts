import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { completionScripts, shells } from "./scripts.ts";
import { formatCandidates, readShellLine } from "./shell-words.ts";

describe("words that bash has split", () => {
  test.each([
    [["get", "po"], ["get", "po"], 0],
    [["get", ""], ["get", ""], 0],
    [[], [""], 0],
    [["get", "--output", "=", "ya"], ["get", "--output=ya"], 9],
    [["get", "--output", "="], ["get", "--output="], 9],
    [["get", "clusterroles", "system", ":", "ba"], ["get", "clusterroles", "system:ba"], 7],
    [["get", "--output", "=", "yaml", "po"], ["get", "--output=yaml", "po"], 0],
  ])("readShellLine() joins the words %j of bash to %j", (shellWords, words, kept) => {
    expect(readShellLine("bash", shellWords)).toEqual({ words, keptLength: kept });
  });

  test("readShellLine() returns the words of zsh unchanged", () => {
    expect(readShellLine("zsh", ["get", "--output=ya"])).toEqual({ words: ["get", "--output=ya"], keptLength: 0 });
  });
});

describe("candidates", () => {
  const candidates = [{ text: "yaml" }, { text: "json", doc: "JSON: in short" }, { text: "a:b", doc: "" }];

  test.each([
    ["bash", ["get", "-o", ""], ["yaml", "json", "a:b"]],
    ["bash", ["get", "-o", "y"], ["yaml"]],
    ["zsh", ["get", "-o", ""], ["yaml", "json:JSON: in short", "a\\:b"]],
  ] as const)("formatCandidates() for %s after %j returns %j", (shell, words, lines) => {
    expect(formatCandidates(shell, readShellLine(shell, words), candidates)).toEqual(lines);
  });

  test("formatCandidates() leaves out the part of the word that bash does not replace", () => {
    const line = readShellLine("bash", ["get", "--output", "=", "y"]);
    expect(formatCandidates("bash", line, [{ text: "--output=yaml" }, { text: "--output=json" }])).toEqual(["yaml"]);
  });

  test("formatCandidates() leaves out candidates with characters that are special in a shell", () => {
    const hostile = ["$(reboot)", "a b", "x;y", "`id`", "fine-1.example.com"].map((text) => ({ text }));
    expect(formatCandidates("bash", readShellLine("bash", [""]), hostile)).toEqual(["fine-1.example.com"]);
  });

  test("formatCandidates() returns a marker for file names", () => {
    expect(formatCandidates("zsh", readShellLine("zsh", ["apply", "-f", ""]), "files")).toEqual([":files"]);
  });
});

/** bash is installed on every machine that runs these tests, zsh only on some. */
const installed = shells.filter((shell) => spawnSync(shell, ["--version"]).error === undefined);

test.each(installed)("%s parses its completion script without errors", (shell) => {
  const { status, stderr } = spawnSync(shell, ["-n"], { input: completionScripts[shell], encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
