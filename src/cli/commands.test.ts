import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openJudge } from "../app/offline/manifest-judge.ts";
import { vocabularies } from "../meta/vocabulary.ts";
import { TemporaryDirectory } from "../storage/testing/temporary-directory.ts";
import { ruleCosts } from "./definitions/index.ts";
import { CommandError, check, convert } from "./index.ts";

const settings = { recursive: false, vocabulary: vocabularies.orch, showsCosts: false };
const oldRole = "apiVersion: rbac.authorization.orch.io/v1beta1\nkind: Role\nmetadata:\n  name: reader\n";

let folder: TemporaryDirectory;
let out = "";
let errorOutput = "";

beforeEach(() => {
  folder = new TemporaryDirectory();
  out = "";
  errorOutput = "";
});
afterEach(() => folder[Symbol.dispose]());

async function* pieces(text: string): AsyncGenerator<Buffer> {
  for (let start = 0; start < text.length; start += 7) yield Buffer.from(text.slice(start, start + 7));
}

function terminal(input = "") {
  return {
    cwd: folder.path,
    input: pieces(input),
    out: (text: string) => {
      out += text;
    },
    error: (text: string) => {
      errorOutput += text;
    },
  };
}

function write(name: string, text: string): void {
  mkdirSync(join(folder.path, name, ".."), { recursive: true });
  writeFileSync(join(folder.path, name), text);
}

async function runConvert(options: object = {}, input?: string): Promise<number> {
  const command = { ...settings, files: ["."], outputVersion: undefined, output: "yaml" as const, ...options };
  return await convert(command, terminal(input));
}

describe("convert", () => {
  test("convert prints the documents of all files of a folder in order of file names, with their comments", async () => {
    write("b.yaml", `# who may read\n${oldRole}`);
    write("a.json", '{"apiVersion": "v1", "kind": "ConfigMap", "data": {"b": "1", "a": "2"}}');
    write("notes.txt", "not a manifest");
    write("deeper/c.yaml", oldRole);
    expect(await runConvert()).toBe(0);
    expect(out).toBe(
      'apiVersion: v1\nkind: ConfigMap\ndata:\n  b: "1"\n  a: "2"\n---\n# who may read\n' +
        "apiVersion: rbac.authorization.orch.io/v1\nkind: Role\nmetadata:\n  name: reader\n",
    );
    expect(errorOutput).toBe("");
  });

  test("convert -R reads the files in subfolders", async () => {
    write("deeper/c.yaml", oldRole);
    await expect(runConvert()).rejects.toThrow(
      ". contains no file that ends in .yaml, .yml, .json; -R looks into the folders in it",
    );
    expect(await runConvert({ recursive: true })).toBe(0);
    expect(out).toContain("rbac.authorization.orch.io/v1\n");
  });

  test("convert -o json prints a single object as it is, and several objects as a List", async () => {
    expect(await runConvert({ files: ["-"], output: "json" }, oldRole)).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ apiVersion: "rbac.authorization.orch.io/v1", kind: "Role" });
    out = "";
    expect(await runConvert({ files: ["-"], output: "json" }, `${oldRole}---\n${oldRole}`)).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      apiVersion: "v1",
      kind: "List",
      items: [{ kind: "Role" }, { kind: "Role" }],
    });
  });

  test("convert reports changes that it made to the meaning, with file, line and field", async () => {
    const text =
      "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: b, namespace: shop}\nspec: {selector: {}}\n";
    write("x.yaml", `${oldRole}---\n# a budget\n${text}`);
    expect(await runConvert()).toBe(0);
    expect(errorOutput).toBe(
      "x.yaml:7: PodDisruptionBudget shop/b: spec.selector is removed: an empty selector selected no Pods before, " +
        "and would select all Pods in this version\n",
    );
  });

  test("convert reports every document that it cannot convert, and prints none", async () => {
    write("x.yaml", `${oldRole}---\nkind: Role\n---\na: [\n---\na: 1\na: 2\nkind: X\napiVersion: v1\n`);
    expect(await runConvert()).toBe(1);
    expect(out).toBe("");
    expect(errorOutput).toBe(
      "x.yaml:6: Role: apiVersion is missing\n" +
        "x.yaml:8: line 8: did not find expected node content\n" +
        'x.yaml:10: X: line 11: key "a" already set in map; remove one of them\n' +
        "orch convert: nothing is printed, because 3 documents cannot be converted\n",
    );
  });

  test.each<[object, string]>([
    [{ files: ["none.yaml"] }, "none.yaml: there is no such file or folder"],
    [
      { outputVersion: "apps/v9" },
      '--output-version: no kind has a version "apps/v9"; use GROUP/VERSION, such as apps/v1',
    ],
    [{ files: ["-"] }, "there is nothing to convert: the files contain no objects"],
  ])("convert with %j throws an error that says what to do", async (options, message) => {
    await expect(runConvert(options)).rejects.toThrow(CommandError);
    await expect(runConvert(options)).rejects.toThrow(message);
  });

  test("convert handles a file with 2000 documents", async () => {
    write("many.yaml", Array.from({ length: 2000 }, () => oldRole).join("---\n"));
    expect(await runConvert()).toBe(0);
    expect(out.match(/rbac\.authorization\.orch\.io\/v1\n/g)).toHaveLength(2000);
  });
});

describe("check", () => {
  const runCheck = (text: string): Promise<number> =>
    check({ ...settings, files: ["-"] }, { openJudge, costsOf: ruleCosts }, terminal(text));

  test("check prints only a summary for a valid object", async () => {
    expect(
      await runCheck("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: shop}\ndata: {x: z}\n"),
    ).toBe(0);
    expect(out).toBe("1 object: 1 fine, 0 would be rejected\n");
  });

  test("check reports every invalid field and every unknown field", async () => {
    const text = "apiVersion: v1\nkind: Secret\nmetadata: {name: A}\ntype: Opaque\ncolour: red\n";
    expect(await runCheck(`# first\n${text}`)).toBe(1);
    const where = (line: string): string => `standard input:${line}: Secret A: error:`;
    expect(out).toBe(
      `${where("6:1")} unknown field "colour"\n` +
        `${where("4:12")} metadata.name: Invalid value: "A": a lowercase RFC 1123 subdomain must consist of lower case ` +
        "alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', " +
        "regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')\n" +
        "1 object: 0 fine, 1 would be rejected\n",
    );
  });

  test("check reports in which release a version was removed, and its successor", async () => {
    expect(await runCheck(`${oldRole}---\napiVersion: policy/v1beta1\nkind: PodSecurityPolicy\n`)).toBe(1);
    expect(out).toBe(
      "standard input:1: Role reader: error: rbac.authorization.orch.io/v1beta1 is not served since 1.22; " +
        "`orch convert` makes it rbac.authorization.orch.io/v1\n" +
        "standard input:6: PodSecurityPolicy: error: policy/v1beta1 is not served since 1.25, and nothing is in its " +
        "place; `orch convert` says what to use\n" +
        "2 objects: 0 fine, 2 would be rejected\n",
    );
  });

  test("check reports an object of an unknown type as not checked, which is no error", async () => {
    expect(await runCheck("apiVersion: example.com/v1\nkind: Boat\nmetadata: {name: b}\n")).toBe(0);
    expect(out).toBe(
      "standard input:1: Boat b: not checked: its type is none that is built in, and no manifest defines it\n" +
        "1 object: 0 fine, 1 not checked, 0 would be rejected\n",
    );
  });

  test("check checks each item of a List, in either vocabulary", async () => {
    const items = [
      { apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role", metadata: { name: "r" }, rules: [] },
      { apiVersion: "rbac.authorization.orch.io/v1", kind: "Role", metadata: { name: "r" }, rules: [{ verbs: [] }] },
    ];
    expect(await runCheck(JSON.stringify({ apiVersion: "v1", kind: "List", items }))).toBe(1);
    expect(out).toContain(
      "standard input:1:232: Role r: error: rules[0].verbs: Required value: verbs must contain at least one value\n",
    );
    expect(out).toContain("2 objects: 1 fine, 1 would be rejected\n");
  });

  test("check reports errors of a List as a whole, and items that are not objects", async () => {
    const pod = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, name: b}}";
    expect(await runCheck(`apiVersion: v1\nkind: List\nitems:\n- ${pod}\n- text\n`)).toBe(1);
    expect(out).toBe(
      'standard input:4:57: ConfigMap b: error: key "name" already set in map\n' +
        "standard input:1: object: error: is no object: it must begin with apiVersion and kind\n" +
        "2 objects: 0 fine, 2 would be rejected\n",
    );
  });

  test("check reports the position of a repeated key in the file, not in its document", async () => {
    const first = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
    const second = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\ndata:\n  size: a\n  color: b\n  size: c\n";
    expect(await runCheck(`${first}---\n# A comment.\n${second}`)).toBe(1);
    expect(out).toBe(
      'standard input:12:3: ConfigMap b: error: key "size" already set in map\n2 objects: 1 fine, 1 would be rejected\n',
    );
  });

  test("check reports an unknown version of a built-in kind, with the version to use", async () => {
    expect(await runCheck("apiVersion: apps/v1beta7\nkind: Deployment\nmetadata: {name: web}\n")).toBe(1);
    expect(out).toContain("Deployment web: error: apps/v1beta7 has never had a kind Deployment; use apps/v1\n");
  });

  test("check reports a version that is not served by default", async () => {
    const text =
      "apiVersion: networking.orch.io/v1beta1\nkind: ServiceCIDR\nmetadata: {name: c}\nspec: {cidrs: [10.0.0.0/24]}\n";
    expect(await runCheck(text)).toBe(1);
    expect(out).toContain(
      "networking.orch.io/v1beta1 ServiceCIDR is not served by default; --runtime-config and --feature-gates of the " +
        "server turn it on\n",
    );
  });
});
