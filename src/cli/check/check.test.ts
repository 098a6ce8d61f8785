import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isJsonObject } from "../../base/json-object.ts";
import type { Tree } from "../../manifests/index.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { specSchema, versionJson, widgetDefinition } from "../definitions/testing/definitions.ts";
import { type Ran, RecordedTerminal } from "../definitions/testing/recorded-terminal.ts";
import { check } from "./check.ts";
import type { Judge, Judgement, ObjectFault, ServedNames } from "./judge.ts";

let terminal: RecordedTerminal;
beforeEach(() => {
  terminal = new RecordedTerminal();
});
afterEach(() => terminal[Symbol.dispose]());

/** A judge that records the calls, and returns the errors that a test expects. */
class RecordingJudge implements Judge {
  readonly calls: string[] = [];
  readonly names: ServedNames[] = [];
  definitionErrors: readonly ObjectFault[] = [];
  objectErrors: readonly ObjectFault[] = [];
  isClosed = false;

  async judge(object: Tree, names: ServedNames): Promise<Judgement> {
    this.calls.push(`judge ${nameOf(object)}`);
    this.names.push(names);
    return { errors: this.objectErrors, warnings: [] };
  }

  async define(definition: Tree): Promise<Judgement> {
    this.calls.push(`define ${nameOf(definition)}`);
    return { errors: this.definitionErrors, warnings: [] };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.isClosed = true;
  }
}

function nameOf({ metadata }: Tree): string {
  return isJsonObject(metadata) ? String(metadata["name"]) : "";
}

async function runCheck(judge: Judge, objects: readonly unknown[], costs: readonly ObjectFault[] = []): Promise<Ran> {
  terminal.write("all.yaml", objects.map((object) => JSON.stringify(object)).join("\n---\n"));
  const command = {
    files: ["all.yaml"],
    recursive: false,
    vocabulary: vocabularies.orch,
    showsCosts: costs.length > 0,
  };
  return await terminal.run((to) => check(command, { openJudge: async () => judge, costsOf: () => costs }, to));
}

const definition = widgetDefinition([
  versionJson(specSchema({})),
  versionJson(specSchema({}), { name: "v2", storage: false, served: false }),
]);
const widget = (name: string, version = "v1"): object => ({
  apiVersion: `example.com/${version}`,
  kind: "Widget",
  metadata: { name },
});

describe("custom types in check", () => {
  test("check defines types before it checks objects, and closes its judges", async () => {
    const judge = new RecordingJudge();
    expect(await runCheck(judge, [widget("a"), definition, widget("b")])).toEqual({
      code: 0,
      out: "3 objects: 3 fine, 0 would be rejected\n",
    });
    expect(judge.calls).toEqual(["define widgets.example.com", "judge a", "judge b"]);
    const names = { group: "example.com", version: "v1", kind: "Widget", plural: "widgets", scope: "Namespaced" };
    expect(judge.names).toEqual([names, names]);
    expect(judge.isClosed).toBe(true);
  });

  test("check reports versions that the definition does not serve", async () => {
    const { out, code } = await runCheck(new RecordingJudge(), [definition, widget("a", "v2"), widget("b", "v3")]);
    expect(code).toBe(1);
    expect(out).toBe(
      "all.yaml:3: Widget a: error: example.com/v2 Widget is not served; the definition serves v1\n" +
        "all.yaml:5: Widget b: error: example.com/v3 Widget is not served; the definition serves v1\n" +
        "3 objects: 1 fine, 2 would be rejected\n",
    );
  });

  test("check does not check objects whose definition has errors", async () => {
    const judge = new RecordingJudge();
    judge.definitionErrors = [{ text: "spec.group: wrong", field: "spec.group" }];
    const { out, code } = await runCheck(judge, [definition, widget("a")]);
    expect(code).toBe(1);
    expect(out).toBe(
      "all.yaml:1:126: CustomResourceDefinition widgets.example.com: error: spec.group: wrong\n" +
        "all.yaml:3: Widget a: not checked: the definition of its type has errors\n" +
        "2 objects: 0 fine, 1 not checked, 1 would be rejected\n",
    );
    expect(judge.calls).toEqual(["define widgets.example.com"]);
  });

  test("check reports the position of a field in an item of a List", async () => {
    const judge = new RecordingJudge();
    judge.objectErrors = [{ text: "spec.size: too large", field: "spec.size" }];
    const item = { ...widget("a"), spec: { size: 5 } };
    const list = { apiVersion: "v1", kind: "List", items: [widget("b"), item] };
    const { out } = await runCheck(judge, [definition, list]);
    const text = JSON.stringify(list);
    expect(out).toContain(`all.yaml:3:${text.indexOf('"size"') + 1}: Widget a: error: spec.size: too large\n`);
    // Without the field, the position is that of the item.
    expect(out).toContain(`all.yaml:3:${text.indexOf("[") + 2}: Widget b: error: spec.size: too large\n`);
  });

  test("check prints the costs of rules behind the errors of a definition", async () => {
    const { out } = await runCheck(
      new RecordingJudge(),
      [definition, widget("a")],
      [{ text: "v1 spec: 5", field: "spec" }],
    );
    expect(out).toBe(
      "all.yaml:1:118: CustomResourceDefinition widgets.example.com: cost: v1 spec: 5\n2 objects: 2 fine, 0 would be rejected\n",
    );
  });
});
