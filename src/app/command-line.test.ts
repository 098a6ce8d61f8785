import { expect, test } from "vitest";
import { type Invocation, parseCommandLine } from "./command-line.ts";
import { commands } from "./commands.ts";
import { flags } from "./flags.ts";

function parse(...args: string[]): Invocation {
  return parseCommandLine(args, { cwd: "/somewhere/there", columns: 80 });
}

function helpText(...args: string[]): string {
  const invocation = parse(...args);
  if (invocation.kind !== "help") throw new Error(`not help: ${JSON.stringify(invocation)}`);
  return invocation.text;
}

test.each([[[]], [["help"]], [["--help"]], [["-h"]], [["help", "--help"]]])("%j lists the commands", (args) => {
  expect(helpText(...args)).toBe(`orch is a complete cluster resource API in one program.

Usage: orch <command> [flags]

Commands:
  up         run a whole cluster on this machine
  apiserver  run the API server alone
  convert    bring manifests of removed versions up to date
  check      say what a server would say to manifests, without one
  version    print the version
  help       explain a command and its flags

\`orch help <command>\` explains a command and its flags.
`);
});

test.each([[["help", "up"]], [["up", "--help"]], [["up", "-h", "--nonsense"]]])("%j explains the command", (args) => {
  const text = helpText(...args);
  expect(text).toMatch(/^Usage: orch up \[flags\]\n\nRuns the API server/);
  for (const { name, type } of flags) expect(text).toContain(`\n  --${name}${type === "boolean" ? " " : "="}`);
});

test("flags are aligned, wrapped and shown with their defaults", () => {
  expect(helpText("up", "--help")).toContain(`
Serving:
  --bind-address=IP             Address on which to listen; 0.0.0.0 or :: for
                                all interfaces. (default 127.0.0.1)
  --secure-port=NUMBER          Port on which to serve HTTPS; 0 takes a free
                                one, which the ready line then names. (default
                                6443)
`);
  expect(helpText("up", "--help")).toContain(`
  --min-request-timeout=SECONDS
                                Shortest time for which a watch is kept open
`);
});

test.each([
  [40, 80],
  [80, 80],
  [93, 93],
  [500, 100],
])("in a terminal of %i columns help is %i wide", (columns, width) => {
  const invocation = parseCommandLine(["help", "up"], { cwd: "/", columns });
  const lines = invocation.kind === "help" ? invocation.text.split("\n") : [];
  const longest = Math.max(...lines.map(({ length }) => length));
  expect(longest).toBeLessThanOrEqual(width);
  expect(longest).toBeGreaterThan(width - 8);
});

test("every command has help of its own", () => {
  for (const { name } of commands) expect(helpText("help", name)).toContain(`Usage: orch ${name}`);
});

test("a server command gives its configuration", () => {
  const invocation = parse("up", "--secure-port", "0");
  expect(invocation).toMatchObject({ kind: "serve", config: { command: "up", listener: { port: 0 } } });
  expect(parse("apiserver")).toMatchObject({ kind: "serve", config: { command: "apiserver" } });
});

test.each([[["version"]], [["--version"]]])("%j asks for the version", (args) => {
  expect(parse(...args)).toEqual({ kind: "version" });
});

test("a wrong flag is refused by name with the nearest one", () => {
  expect(parse("up", "--secure-prot=1")).toEqual({
    kind: "refused",
    text: "orch up: unknown flag --secure-prot; did you mean --secure-port?\n`orch up --help` explains the flags.\n",
  });
});

test("several problems are listed one below the other", () => {
  expect(parse("apiserver", "--storage=disk", "--tls-cert-file=a")).toEqual({
    kind: "refused",
    text: `orch apiserver:
  --storage must be lmdb or memory, not "disk"
  --tls-cert-file needs --tls-private-key-file
\`orch apiserver --help\` explains the flags.
`,
  });
});

test("an unknown command is refused by name with the nearest one", () => {
  expect(parse("versoin")).toEqual({
    kind: "refused",
    text: 'orch: unknown command "versoin"; did you mean version?\n`orch help` lists the commands.\n',
  });
  expect(parse("help", "xyz")).toEqual({
    kind: "refused",
    text: 'orch: unknown command "xyz"\n`orch help` lists the commands.\n',
  });
  expect(parse("--secure-port=0")).toMatchObject({ kind: "refused" });
});

test("a command without flags refuses them", () => {
  expect(parse("version", "--short")).toMatchObject({ kind: "refused", text: expect.stringContaining("--short") });
});

test("manifests are named in full or by one letter", () => {
  for (const args of [
    ["-f", "a.yaml,b", "-f=-", "-R", "-o", "json"],
    ["--filename=a.yaml", "--filename=b", "--filename", "-", "--recursive", "--output=json"],
  ]) {
    expect(parse("convert", ...args)).toMatchObject({
      kind: "convert",
      options: { files: ["a.yaml", "b", "-"], recursive: true, output: "json", outputVersion: undefined },
    });
  }
});

test.each([
  [["check"], "orch check: say which manifests: -f FILE, -f FOLDER, or -f - for standard input"],
  [["check", "-f", "x", "-o", "json"], 'orch check:\n  unexpected argument "-o"\n  unexpected argument "json"'],
  [["convert", "-f", "x", "-o", "xml"], "orch convert: --output must be yaml or json"],
  [
    ["convert", "-f"],
    "orch convert:\n  --filename needs a value\n  say which manifests: -f FILE, -f FOLDER, or -f - for",
  ],
])("%j is refused", (args, text) => {
  const invocation = parse(...args);
  expect(invocation.kind).toBe("refused");
  expect("text" in invocation && invocation.text).toContain(text);
});

test("help of commands that read manifests shows their letters", () => {
  expect(helpText("check", "--help")).toContain(
    "\n  -f, --filename=FILE,...       Files and folders with manifests; - is standard\n",
  );
});
