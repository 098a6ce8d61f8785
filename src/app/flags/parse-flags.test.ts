import { describe, expect, test } from "vitest";
import type { FlagSpec } from "./flag-spec.ts";
import { parseArguments, parseFlags } from "./parse-flags.ts";

const base = { group: "Any", commands: ["up"], doc: "It does something." } as const;

const specs = [
  {
    ...base,
    name: "host",
    type: "string",
    placeholder: "HOST",
    check: (text) => (text === "bad" ? "is bad" : undefined),
  },
  { ...base, name: "port", type: "integer", min: 0, max: 65_535 },
  { ...base, name: "wait", type: "duration", minMs: 0 },
  { ...base, name: "first-wait", type: "duration", minMs: 5 },
  { ...base, name: "format", type: "enum", values: ["text", "json"] },
  { ...base, name: "form", type: "enum", values: ["text"], openValues: [{ name: "path", placeholder: "PATH" }] },
  { ...base, name: "verbose", type: "boolean", default: false },
  { ...base, name: "dir", type: "path" },
  { ...base, name: "modes", type: "list", default: [], placeholder: "MODE" },
] as const satisfies readonly FlagSpec[];

const accepted: readonly [args: string[], explicitValues: Record<string, unknown>][] = [
  [[], {}],
  [["--host=a", "--port=1"], { host: "a", port: 1 }],
  [["--host", "a", "--port", "65535"], { host: "a", port: 65_535 }],
  [["--host=a=b"], { host: "a=b" }],
  [["--host=--port"], { host: "--port" }],
  [["--host", "-"], { host: "-" }],
  [["--wait=1m30s", "--first-wait", "5ms"], { wait: 90_000, "first-wait": 5 }],
  [["--wait=0"], { wait: 0 }],
  [["--wait=1.5ms"], { wait: 1.5 }],
  [["--format", "json"], { format: "json" }],
  [["--form=text"], { form: "text" }],
  [["--form", "path={.a}=b"], { form: "path={.a}=b" }],
  [["--verbose"], { verbose: true }],
  [["--verbose", "--host=a"], { verbose: true, host: "a" }],
  [["--verbose=false"], { verbose: false }],
  [["--verbose=T"], { verbose: true }],
  [["--dir", "./here"], { dir: "./here" }],
  [["--modes=a,b", "--modes", "c"], { modes: ["a", "b", "c"] }],
  [["--modes="], { modes: [] }],
  [["--port=1", "--port=2"], { port: 2 }],
  [["--port=+80"], { port: 80 }],
];

test.each(accepted)("the arguments %j are parsed as %j", (args, explicitValues) => {
  expect(parseFlags(specs, args)).toEqual({ explicitValues, help: false, problems: [] });
});

const refused: readonly [args: string[], problems: string[]][] = [
  [["--prot=1"], ["unknown flag --prot; did you mean --port?"]],
  [["--prot", "1"], ["unknown flag --prot; did you mean --port?"]],
  [["--nothing-like-it"], ["unknown flag --nothing-like-it"]],
  [[`--${"x".repeat(1000)}`], [`unknown flag --${"x".repeat(100)}`]],
  [["--__proto__=1"], ["unknown flag --__proto__"]],
  [["--host"], ["--host needs a value"]],
  [["--host", "--port=1"], ["--host needs a value"]],
  [["--host="], ["--host is empty"]],
  [["--host=bad"], ['--host is bad: "bad"']],
  [["--dir="], ["--dir is empty"]],
  [["up"], ['unexpected argument "up"']],
  [["-p", "--"], ['unexpected argument "-p"']],
  [["--", "--port=1"], ['unexpected argument "--port=1"']],
  [["--verbose", "false"], ['unexpected argument "false"']],
  [["--verbose=perhaps"], ['--verbose must be true or false, not "perhaps"']],
  [["--format=xml"], ['--format must be text or json, not "xml"']],
  [["--form=path"], ['--form needs more than "path": path=PATH']],
  [["--form=path="], ['--form needs more than "path=": path=PATH']],
  [["--form=paths=x"], ['--form must be text or path=PATH, not "paths=x"']],
  [["--port=65536"], ['--port must be a whole number from 0 to 65535, not "65536"']],
  [["--port=-1"], ['--port must be a whole number from 0 to 65535, not "-1"']],
  [["--port", "-1"], ['--port must be a whole number from 0 to 65535, not "-1"']],
  [["--port=1e3"], ['--port must be a whole number from 0 to 65535, not "1e3"']],
  [["--port=0x10"], ['--port must be a whole number from 0 to 65535, not "0x10"']],
  [["--port= 1"], ['--port must be a whole number from 0 to 65535, not " 1"']],
  [["--port="], ['--port must be a whole number from 0 to 65535, not ""']],
  [["--wait=5"], ['--wait must be a duration such as 300ms, 10s or 1h30m, not "5"']],
  [["--wait=-1s"], ['--wait can not be negative value: "-1s"']],
  [["--first-wait=4ms"], ['--first-wait must be at least 5ms, not "4ms"']],
];

test.each(refused)("the arguments %j are rejected", (args, problems) => {
  expect(parseFlags(specs, args).problems).toEqual(problems);
});

test("every problem is reported, and valid flags are still parsed", () => {
  const { explicitValues, problems } = parseFlags(specs, ["--port=x", "--host=a", "--formt=json", "stray", "--wait"]);
  expect(explicitValues).toEqual({ host: "a" });
  expect(problems).toEqual([
    '--port must be a whole number from 0 to 65535, not "x"',
    "unknown flag --formt; did you mean --format?",
    "--wait needs a value",
    'unexpected argument "stray"',
  ]);
});

test.each(["--help", "-h"])("%s requests help, with any other arguments", (flag) => {
  expect(parseFlags(specs, ["--port=x", flag]).help).toBe(true);
});

describe("short flags and words", () => {
  const lettered = [
    { ...base, name: "all", short: "A", type: "boolean", default: false },
    { ...base, name: "watch", short: "w", type: "boolean", default: false },
    { ...base, name: "output", short: "o", type: "string", placeholder: "FORM" },
  ] as const satisfies readonly FlagSpec[];

  test.each<[args: string[], explicitValues: object, words: string[]]>([
    [["pods", "-o", "yaml", "web"], { output: "yaml" }, ["pods", "web"]],
    [["-oyaml"], { output: "yaml" }, []],
    [["-o=a=b"], { output: "a=b" }, []],
    [["-oa=b"], { output: "a=b" }, []],
    [["-o", "-"], { output: "-" }, []],
    [["-Aw", "pods"], { all: true, watch: true }, ["pods"]],
    [["-Awoyaml"], { all: true, watch: true, output: "yaml" }, []],
    [["-Aw=false"], { all: true, watch: false }, []],
    [["-"], {}, ["-"]],
    [["a", "--", "-A", "--help"], {}, ["a", "-A", "--help"]],
    [["app-", "app="], {}, ["app-", "app="]],
  ])("the arguments %j are parsed as the values %j and the words %j", (args, explicitValues, words) => {
    expect(parseArguments(lettered, args)).toEqual({ explicitValues, words, help: false, problems: [] });
  });

  test.each<[args: string[], problem: string]>([
    [["-x"], 'unexpected argument "-x"'],
    [["-Ax"], 'unexpected argument "-Ax"'],
    [["-Ao"], "--output needs a value"],
    [["-o", "--all"], "--output needs a value"],
    [["-Aw=perhaps"], '--watch must be true or false, not "perhaps"'],
  ])("the arguments with short flags %j are rejected", (args, problem) => {
    expect(parseArguments(lettered, args).problems).toEqual([problem]);
  });
});

test("the values have the types of their flags", () => {
  const { explicitValues } = parseFlags(specs, ["--port=1", "--format=json"]);
  const port: number | undefined = explicitValues.port;
  const format: "text" | "json" | undefined = explicitValues.format;
  // @ts-expect-error a flag that the table does not have
  const unknown: unknown = explicitValues.prot;
  expect([port, format, unknown]).toEqual([1, "json", undefined]);
});
