/** Tests the declarations of `orch/client` in the built package, as editors show them. */
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { beforeAll, expect, expectTypeOf, test } from "vitest";
import { type ConfigMap, configMap, type Deployment, deployment } from "../../src/api/index.ts";
import type { Api, Client, NewObject, WatchEvent } from "../../src/client/index.ts";
import { buildProgram } from "../support/orch-process.ts";

const dist = new URL("../../dist", import.meta.url).pathname;

beforeAll(buildProgram, 120_000);

interface Offered {
  readonly file: string;
  readonly name: string;
}

/** Returns all exports of a module, each with the file that declares it. */
function offeredBy(file: string): readonly Offered[] {
  const text = readFileSync(file, "utf8");
  const from = (path: string): string => join(dirname(file), path.replace(/\.(ts|js)$/, ".d.ts"));
  const reexported = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from "([^"]+)"/gm)].flatMap(
    ([, names = "", path = ""]) =>
      names
        .split(",")
        .map((name) => name.trim().replace(/^type /, ""))
        .filter((name) => name !== "")
        .flatMap((name) => offeredBy(from(path)).filter((offered) => offered.name === name)),
  );
  const all = [...text.matchAll(/^export \* from "([^"]+)"/gm)].flatMap(([, path = ""]) => offeredBy(from(path)));
  const declared = [...text.matchAll(/^export (?:declare )?(?:class|interface|function|const|type) (\w+)/gm)];
  return [...reexported, ...all, ...declared.map(([, name = ""]) => ({ file, name }))];
}

/** Returns the declaration, and its methods, that have no docstring. */
function undocumented({ file, name }: Offered): readonly string[] {
  const lines = readFileSync(file, "utf8").split("\n");
  const isDocumented = (line: number): boolean => lines[line - 1]?.trim().endsWith("*/") ?? false;
  const start = lines.findIndex((line) =>
    new RegExp(`^export (?:declare )?(?:class|interface|function|const|type) ${name}\\b`).test(line),
  );
  const length = lines.slice(start).indexOf("}");
  const members = /^export (?:declare )?(?:class|interface)/.test(lines[start] ?? "")
    ? lines.slice(start, start + length)
    : [];
  const methods = members.flatMap((line, index) => {
    const [, method] = /^ {4}(?:get |static )?(\w+)\??(?:<[^(]*>)?\(/.exec(line) ?? [];
    return method !== undefined && method !== "constructor" && !isDocumented(start + index)
      ? [`${name}.${method}`]
      : [];
  });
  return (isDocumented(start) ? methods : [name, ...methods]).map((what) => `${relative(dist, file)}: ${what}`);
}

test("every export of orch/client has a docstring", () => {
  const offered = offeredBy(join(dist, "app/client.d.ts"));
  expect(offered.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "connect",
      "Client",
      "Api",
      "Informer",
      "Controller",
      "H2Transport",
      "StatusError",
      "ConfigError",
    ]),
  );
  expect(offered.flatMap(undocumented)).toEqual([]);
});

test("the client infers the types of objects from kind declarations", () => {
  expectTypeOf<Client["api"]>().toBeCallableWith(configMap, "default");
  const apiOf = (client: Client): Api<ConfigMap> => client.api(configMap);
  expectTypeOf(apiOf).returns.toEqualTypeOf<Api<ConfigMap>>();
  expectTypeOf<Awaited<ReturnType<Api<Deployment>["get"]>>>().toEqualTypeOf<Deployment>();
  expectTypeOf<Parameters<Api<Deployment>["create"]>[0]>().toEqualTypeOf<NewObject<Deployment>>();
  expectTypeOf<ReturnType<Api<Deployment>["watch"]>>().toEqualTypeOf<AsyncIterable<WatchEvent<Deployment>>>();
  const applied: Parameters<Api<Deployment>["apply"]>[1] = {
    spec: { template: { spec: { containers: [{ name: "c" }] } } },
  };
  expect(applied).toHaveProperty("spec");
  // @ts-expect-error The field does not exist.
  const misspelled: Parameters<Api<Deployment>["apply"]>[1] = { spec: { replica: 1 } };
  expect(misspelled).toHaveProperty("spec");
  expect([configMap.kind, deployment.kind]).toEqual(["ConfigMap", "Deployment"]);
});
