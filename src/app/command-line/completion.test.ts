import { describe, expect, test } from "vitest";
import { commands } from "../commands/index.ts";
import { completionOf } from "./completion.ts";

const texts = (...words: string[]): unknown => {
  const completion = completionOf(words, commands);
  return Array.isArray(completion) ? completion.map(({ text }: { text: string }) => text) : completion;
};

describe("candidates", () => {
  test("the first word completes to the commands that help lists", () => {
    expect(texts("")).toEqual(expect.arrayContaining(["up", "get", "apply", "convert", "completion", "help"]));
    expect(texts("")).not.toContain("__complete");
    expect(texts("help", "")).toContain("owners");
    expect(texts("completion", "")).toEqual(["bash", "zsh"]);
  });

  test("a word with a dash completes to the flags of the command", () => {
    expect(texts("get", "-")).toEqual(expect.arrayContaining(["--output", "--namespace", "--help"]));
    expect(texts("get", "-")).not.toContain("--force-conflicts");
    expect(texts("up", "--")).toContain("--data-dir");
    expect(texts("convert", "--")).toContain("--output-version");
  });

  const forms = [
    "yaml",
    "json",
    "name",
    "wide",
    "jsonpath=",
    "jsonpath-file=",
    "custom-columns=",
    "custom-columns-file=",
  ];

  test.each<[string[], unknown]>([
    [["get", "-o", ""], forms],
    [["get", "pods", "--output", "y"], forms],
    [["get", "--output="], forms.map((form) => `--output=${form}`)],
    [["get", "-Aw=", ""], { kind: "types", prefix: "" }],
    [
      ["delete", "--wait=t"],
      ["--wait=true", "--wait=false"],
    ],
    [["apply", "-f", ""], "files"],
    [["apply", "--filename="], "files"],
    [["get", "--kubeconfig", ""], "files"],
    [["get", "-n", "sh"], { kind: "namespaces", prefix: "" }],
    [["get", "--namespace=sh"], { kind: "namespaces", prefix: "--namespace=" }],
    [["get", "-l", ""], []],
    [["get", "--nothing="], []],
    [["get", ""], { kind: "types", prefix: "" }],
    [["get", "-A", ""], { kind: "types", prefix: "" }],
    [["get", "pods,"], { kind: "types", prefix: "pods," }],
    [["get", "pods", ""], { kind: "names", type: "pods", prefix: "" }],
    [["get", "-n", "shop", "pods", "w"], { kind: "names", type: "pods", prefix: "" }],
    [["get", "pod/w"], { kind: "names", type: "pod", prefix: "pod/" }],
    [["get", "pod/web", ""], { kind: "types", prefix: "" }],
    [["get", "--", "-"], { kind: "types", prefix: "" }],
    [["explain", ""], { kind: "types", prefix: "" }],
    [["explain", "pods", ""], []],
    [["create", "ns", ""], []],
    [["apply", ""], []],
    [["nothing", ""], []],
  ])("the words %j complete to %j", (words, expected) => {
    expect(texts(...words)).toEqual(expected);
  });
});
