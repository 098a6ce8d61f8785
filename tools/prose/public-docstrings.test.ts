import { expect, test } from "vitest";
import { violationLine } from "./docstrings.ts";
import { incompletePublicDocstrings } from "./public-docstrings.ts";

/** Reports on `src/room/file.ts`, which a public module exports through two other files. */
function report(content: string): string[] {
  const files = [
    { path: "src/app/server.ts", content: `export * from "../room/index.ts";` },
    { path: "src/room/index.ts", content: `export { type Options, start as run, Server } from "./between.ts";` },
    {
      path: "src/room/between.ts",
      content: `import { Server, start, type Options } from "./file.ts";\nexport { Server, start, Options };`,
    },
    { path: "src/room/file.ts", content },
  ];
  return incompletePublicDocstrings(files, ["src/app/server.ts"]).map(violationLine);
}

const noExample = "has no @example: show how a program calls it";

test("a public function without @param, @throws and @example is reported", () => {
  const code = `/** Starts a server. */
export async function start(port: number, { host }: { readonly host: string }): Promise<void> {
  if (port < 0) throw new RangeError("negative");
}`;
  expect(report(code)).toEqual([
    "src/room/file.ts:2 start: has no @param for port: write @param port …",
    "src/room/file.ts:2 start: has no @param for its destructured parameter: write @param options …",
    "src/room/file.ts:2 start: throws, but has no @throws: write the error's class and when it is thrown",
    `src/room/file.ts:2 start: ${noExample}`,
  ]);
});

test("a public method without docstring and a property without unit are reported", () => {
  const code = `/**
 * A server that listens.
 * @example new Server(80)
 */
export class Server {
  readonly timeout: number = 5;
  readonly timeoutMs: number = 5;
  #secret = 1;
  private hidden(name: string): void {}
  constructor(port: number) { this.run = () => { throw new Error(); }; }
  stop(grace: number): void {}
  /** Stops. @param delay how long to wait */
  async end(delay: number): Promise<void> { throw new Error("no"); }
}`;
  const name = "src/room/file.ts";
  expect(report(code)).toEqual([
    `${name}:6 Server.timeout: timeout has no unit: name it timeoutMs, timeoutSeconds or timeoutBytes, or give the unit in the docstring`,
    `${name}:10 Server.constructor: has no @param for port: write @param port …`,
    `${name}:11 Server.stop: has no docstring: write such as \`/** Returns …, or undefined if … */\` or \`/** Number of … */\` directly above it`,
    `${name}:11 Server.stop: has no @param for grace: write @param grace …`,
    `${name}:13 Server.end: delay has no unit: name it delayMs, delaySeconds or delayBytes, or give the unit in the docstring`,
    `${name}:13 Server.end: throws, but has no @throws: write the error's class and when it is thrown`,
  ]);
});

test("a complete docstring passes, and an options type may describe its own members", () => {
  const code = `
/** What to start. */
export interface Options {
  /** Milliseconds. */
  readonly timeout: number;
}

/**
 * Starts a server.
 * @param port of TCP
 * @throws RangeError if the port is negative
 * @example await run(80)
 */
export function start(port: number, options: Options): void { throw new RangeError(); }

export function internal(port: number): void {}
`;
  expect(report(code)).toEqual([]);
});

test("without the docstrings of its members, an options type needs a @param", () => {
  const code = `
export interface Options { readonly port: number }
/** Starts a server. @example run() */
export function start(options: Options): void {}`;
  expect(report(code)).toEqual(["src/room/file.ts:4 start: has no @param for options: write @param options …"]);
});
