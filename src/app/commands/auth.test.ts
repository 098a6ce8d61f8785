/** The command lines of `orch auth`, and the flags that impersonate a user. */
import { expect, test } from "vitest";
import { readCommandLine } from "../command-line/read-command-line.ts";
import { commands } from "./index.ts";

async function read(line: string): Promise<{ readonly options?: unknown; readonly text?: string }> {
  const args = line.split(" ");
  return await readCommandLine(["auth", ...args], { cwd: "/", columns: 80, commands });
}

const about = { name: undefined, subresource: undefined, allNamespaces: false };

test.each([
  ["can-i get pods", { action: "can-i", isQuiet: false, words: { verb: "get", target: "pods", ...about } }],
  ["can-i get pod/web -q", { action: "can-i", isQuiet: true, words: { target: "pod/web" } }],
  ["can-i get pods --subresource=log -A", { words: { subresource: "log", allNamespaces: true } }],
  ["can-i get /metrics", { words: { verb: "get", target: "/metrics" } }],
  ["can-i --list --no-headers", { action: "list", hasHeaders: false }],
  ["whoami -o name", { action: "whoami", output: "name" }],
  ["whoami -o json", { action: "whoami", output: "json" }],
  ["why get pods web", { action: "why", words: { verb: "get", target: "pods", name: "web" } }],
  ["who-can get pod/web -o yaml", { action: "who-can", output: "yaml", words: { target: "pod/web", name: undefined } }],
  [
    "reconcile -f a.yaml --remove-extra-subjects --dry-run=client",
    {
      action: "reconcile",
      files: ["a.yaml"],
      removesExtraSubjects: true,
      removesExtraPermissions: false,
      dryRun: "client",
    },
  ],
])("orch auth %s is read as %j", async (line, options) => {
  expect(await read(line)).toMatchObject({ options: { options } });
});

test.each([
  ["", "name an action: can-i, whoami, why, who-can, reconcile"],
  ["may-i get pods", "name an action"],
  ["can-i get", "you must specify two arguments: verb resource or verb resource/resourceName."],
  ["can-i get pods web", "you must specify two arguments: verb resource or verb resource/resourceName."],
  ["why get pod/web db", "you must specify two arguments"],
  ["can-i get /x --subresource=log", "--subresource can not be used with NonResourceURL"],
  ["can-i --list get pods", "list option must be specified with no arguments"],
  ["can-i --list -q", "list option can't be specified with neither quiet, all-namespaces nor subresource options"],
  ["can-i get pods --no-headers", "--no-headers cannot be set without --list specified"],
  ["can-i get pods -o json", "--output is no flag of `orch auth can-i`; it belongs to whoami, who-can, reconcile"],
  ["whoami -f a.yaml", "--filename is no flag of `orch auth whoami`; it belongs to reconcile"],
  ["who-can get pods -o name", "-o name prints names of objects, but `orch auth who-can` lists subjects"],
  ["whoami me", 'unexpected argument "me"'],
  ["reconcile x -f a.yaml", 'unexpected argument "x"'],
])("orch auth %s is rejected: %s", async (line, message) => {
  const { text = "" } = await read(line);
  expect(text.replaceAll(/\s+/g, " ")).toContain(message);
});

test("every client command has the flags that impersonate a user", async () => {
  const clients = commands.filter(({ flags }) => {
    const names = flags.map(({ name }): string => name);
    return names.includes("color") && names.includes("context");
  });
  expect(clients.length).toBeGreaterThan(10);
  for (const { name, flags } of clients) {
    const names = flags.map((flag) => flag.name);
    expect(
      names.filter((flag) => flag.startsWith("as")),
      name,
    ).toEqual(expect.arrayContaining(["as", "as-group", "as-uid"]));
  }
});

test("a group of --as-group may contain commas, and the flag can be repeated", async () => {
  const line = "whoami --as=ann --as-group=cn=a,ou=b --as-group=dev --as-uid=u-1";
  expect(await read(line)).toMatchObject({
    options: { connection: { impersonation: { user: "ann", groups: ["cn=a,ou=b", "dev"], uid: "u-1" } } },
  });
});
