/** The files of a new controller. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { ControllerRequest } from "./arguments.ts";
import type { SourceEdits } from "./source-edits.ts";
import { camelCase, kebabCase, pascalCase } from "./spellings.ts";

interface ControllerSpellings {
  /** In kebab-case, without `-controller`. */
  readonly name: string;
  readonly kind: string;
  /** Name of the exported declaration of the kind. */
  readonly declaration: string;
}

/** Adds a controller. Returns the next steps for its author. */
export function newController(edits: SourceEdits, { name, kind }: ControllerRequest): readonly string[] {
  const spellings = { name, kind, declaration: camelCase(kebabCase(kind)) };
  if (!isExported(edits, spellings)) edits.problems.push(`src/api/index.ts exports no kind ${kind}`);
  const folder = `src/controllers/${name}`;
  edits.create(`${folder}/decide.ts`, decidePage(spellings));
  edits.create(`${folder}/decide.test.ts`, decideTest(spellings));
  edits.create(`${folder}/index.ts`, controllerPage(spellings));
  const names = "src/controllers/names.ts";
  const camel = camelCase(name);
  const entry = `${camel}: { name: "${name}-controller", alias: "${name}", account: "${name}-controller" },`;
  edits.replace(names, edits.read(names).replace("\n} as const satisfies", `\n  ${entry}\n} as const satisfies`));
  const list = "src/controllers/index.ts";
  edits.import(list, `./${name}/index.ts`, `${camel}Controller`);
  edits.append(list, "  return ", `${camel}Controller`);
  return [
    `say in ${folder}/decide.ts what the controller does, and test it in decide.test.ts`,
    "add a test with a server to test/controllers",
    "check it: npm run check && npm test -- src/controllers src/app/config test/controllers && npm run simulation -- --seeds=20",
  ];
}

function isExported(edits: SourceEdits, { kind, declaration }: ControllerSpellings): boolean {
  const api = "src/api";
  const groups = readdirSync(join(edits.root, api)).map((folder) => `${api}/${folder}/index.ts`);
  const texts = [`${api}/index.ts`, ...groups].filter((path) => edits.has(path)).map((path) => edits.read(path));
  return texts.some((text) => new RegExp(`\\b${declaration}\\b`).test(text) && new RegExp(`\\b${kind}\\b`).test(text));
}

function decidePage({ name, kind }: ControllerSpellings): string {
  const action = `${pascalCase(name)}Action`;
  return `/** Decides how a ${kind} must change. A pure function. */
import type { ${kind} } from "../../api/index.ts";

/** Change that the object needs. */
export type ${action} = { readonly type: "none" } | { readonly type: "update"; readonly object: ${kind} };

/** Returns the change that the object needs. @param object undefined if it does not exist */
export function decide(object: Readonly<${kind}> | undefined): ${action} {
  if (!object || object.metadata.deletionTimestamp !== undefined) return { type: "none" };
  // Compare the object with its desired state here. Return an update if they differ.
  return { type: "none" };
}
`;
}

function decideTest({ kind, declaration }: ControllerSpellings): string {
  return `import { expect, test } from "vitest";
import type { ${kind} } from "../../api/index.ts";
import { decide } from "./decide.ts";

function ${declaration}(metadata: object = {}): ${kind} {
  return { metadata: { name: "example", ...metadata } } as ${kind};
}

test("decide() changes nothing for a ${kind} that does not exist", () => {
  expect(decide(undefined)).toEqual({ type: "none" });
});

test("decide() changes nothing for a ${kind} that is being deleted", () => {
  expect(decide(${declaration}({ deletionTimestamp: "2025-05-01T10:00:00Z" }))).toEqual({ type: "none" });
});

test("decide() changes nothing for a ${kind} in its desired state", () => {
  expect(decide(${declaration}())).toEqual({ type: "none" });
});
`;
}

function controllerPage({ name, kind, declaration }: ControllerSpellings): string {
  const camel = camelCase(name);
  return `/** The ${name} controller. It brings each object of the kind ${kind} to its desired state. */
import { ${declaration} } from "../../api/index.ts";
import { Controller, controllerSource } from "../../client/index.ts";
import { type ControllerContext, type ControllerSpec, ignoreNotFound, reportFailure } from "../frame/index.ts";
import { controllerNames } from "../names.ts";
import { decide } from "./decide.ts";

/** Controller that reconciles each object of the kind ${kind}. */
export const ${camel}Controller: ControllerSpec = { ...controllerNames.${camel}, workers: 1, run };

async function run(context: ControllerContext, signal: AbortSignal): Promise<void> {
  const { client, clock, logger, metrics, workers, informers } = context;
  const objects = informers.of(${declaration});
  const reconcile = async (key: string, until: AbortSignal): Promise<void> => {
    const action = decide(objects.lister.get(key));
    if (action.type === "none") return;
    // The object carries its resourceVersion, so the server rejects an update that is based on an old state.
    const api = client.api(${declaration}, action.object.metadata.namespace);
    await ignoreNotFound(api.update(action.object, { signal: until }));
  };
  const controller = new Controller({
    name: "${name.replaceAll("-", "_")}",
    clock,
    metrics,
    workers,
    sources: [controllerSource(objects)],
    reconcile,
    onError: (error, key) => reportFailure(logger, error, { key }),
  });
  await controller.run(signal);
}
`;
}
