/**
 * Compares every built-in kind with a custom type that has its schema: both must give the same objects the same defaults, reject the
 * same fields, and record the same owners.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFilledObject } from "../../../src/api/testing/filled-object.ts";
import { isJsonList, isJsonObject, type ReadonlyJsonObject } from "../../../src/base/json-object.ts";
import { setValueAt, valueAt } from "../../../src/base/paths.ts";
import { SchemaCompiler } from "../../../src/schema/index.ts";
import { filledObject } from "../../all-kinds/filled-objects.ts";
import { apply } from "../../support/apply.ts";
import { ownersOf } from "../../support/field-owners.ts";
import { startTestServer, type TestServer } from "../../support/test-server.ts";
import type { WireResponse } from "../../support/wire-client.ts";
import { type WalkedKind, walkedKinds } from "./builtin-definition.ts";
import { excludedDefaults, fieldsWithoutApplies, isExcludedFromApplies, isExcludedUnknownField } from "./exclusions.ts";
import { changedScalars, fieldValues, onlyValue, structPaths, withValue, wrongValue } from "./field-values.ts";

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

let running: TestServer;
beforeAll(async () => {
  const flags = ["--runtime-config=api/all=true", "--feature-gates=AllAlpha=true,AllBeta=true"];
  running = await startTestServer({ vocabulary: "kubernetes", flags });
  for (const { definition } of walkedKinds()) await running.server.define(definition);
}, 120_000);
afterAll(() => running[Symbol.asyncDispose]());

/** Decodes built-in objects without the rules of their kinds. */
const structure = new SchemaCompiler(new Map());

interface Target {
  readonly apiVersion: string;
  readonly collection: string;
  readonly kind: string;
}

function targetOf({ declaration }: WalkedKind, apiVersion: string): Target {
  const { kind, plural, scope } = declaration;
  const root = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  return { apiVersion, kind, collection: `${root}${scope === "Namespaced" ? "/namespaces/default" : ""}/${plural}` };
}

async function create(target: Target, content: object, query = "dryRun=All"): Promise<WireResponse> {
  const { apiVersion, collection, kind } = target;
  const body = { ...content, apiVersion, kind, metadata: { name: "walked" } };
  return await running.client.request(`${collection}?${query}`, { body });
}

/** Returns the content of an object in which absent members are not null, in the order of their names. */
function contentOf(object: object): Json {
  const { apiVersion: _version, kind: _kind, metadata: _metadata, ...content } = object as Json;
  return withoutNulls(JSON.parse(JSON.stringify(content)));
}

/** Built-in kinds write some absent members as null. Custom types have them only if the schema allows null. */
function withoutNulls(value: unknown): unknown {
  if (isJsonList(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

/** Returns the content of a built-in object with its defaults, without the excluded members. */
function builtinContent({ title, declaration }: WalkedKind, content: object): Json {
  const { schema, kind } = declaration;
  const decoded = structure.compile(schema).decode({ ...content, kind, metadata: { name: "walked" } });
  const object = contentOf(decoded.object);
  for (const { value, path } of excludedDefaults.filter((one) => one.title === title))
    if (valueAt(object, path) === value) setValueAt(object, path, undefined);
  return object;
}

function filledContent({ declaration }: WalkedKind): ReadonlyJsonObject {
  const { apiVersion: _version, kind: _kind, metadata: _metadata, ...content } = readFilledObject(declaration) as Json;
  return content;
}

/** Most fields that one response reports. */
const reportedFieldsMax = 100;

/** Fields that one test has checked in all kinds, because many kinds share them. */
const checkedFields = new Set<string>();

describe.each(walkedKinds().map((kind) => [kind.title, kind] as const))("%s", (_, walked) => {
  const { declaration, builtinVersion, customVersion } = walked;
  const builtin = targetOf(walked, builtinVersion);
  const custom = targetOf(walked, customVersion);

  test("objects with all fields, with empty parts and without any field get the same defaults", async () => {
    for (const content of [filledContent(walked), { spec: {}, status: {} }, {}]) {
      const answer = await create(custom, content);
      expect(answer.status, answer.text).toBe(201);
      expect(contentOf(answer.json)).toEqual(builtinContent(walked, content));
    }
  });

  test("fields that are null have the same effect", async () => {
    const filled = filledContent(walked);
    const fields = fieldValues(declaration.schema, filled).filter(({ isKey }) => !isKey);
    const depths = new Set(fields.map(({ path }) => path.length));
    for (const depth of depths) {
      const paths = fields.map(({ path }) => path).filter((path) => path.length === depth);
      const content = paths.reduce((object, path) => withValue(object, path, null), filled);
      const answer = await create(custom, content);
      expect(answer.status, answer.text).toBe(201);
      expect(contentOf(answer.json)).toEqual(builtinContent(walked, content));
    }
  });

  test("unknown fields are reported in the same way", async () => {
    const filled = filledContent(walked);
    const all = structPaths(declaration.schema, filled);
    while (all.length > 0) {
      const paths = all.splice(0, reportedFieldsMax);
      const content = paths.reduce((object, path) => withValue(object, [...path, "walkedBy"], 1), filled);
      const reported = async (target: Target): Promise<readonly string[]> => {
        const { status, json } = await create(target, content, "dryRun=All&fieldValidation=Strict");
        expect(status).toBe(400);
        const [, list = ""] = json.message.split("strict decoding error: ");
        return list.split(", ").sort();
      };
      const fields = await reported(builtin);
      expect(fields).toHaveLength(paths.length);
      expect(await reported(custom)).toEqual(fields.filter((field) => !isExcludedUnknownField(walked.title, field)));
    }
  });

  test("values of a wrong type are rejected at the same field", async () => {
    for (const { path, field, fieldNames, struct } of fieldValues(declaration.schema, filledContent(walked))) {
      const value = wrongValue(field.schema);
      const id = `${struct.name} ${field.name}`;
      if (value === undefined || checkedFields.has(id)) continue;
      checkedFields.add(id);
      const content = onlyValue(path, value);
      const fromBuiltin = await create(builtin, content);
      const fromCustom = await create(custom, content);
      const title = `${path.join(".")}: ${fromBuiltin.text} ${fromCustom.text}`;
      expect(fromBuiltin.status, title).toBe(400);
      expect(fromCustom.status, title).toBe(422);
      const [, namedField] = / Go struct field \w+\.(\S+) of type /.exec(fromBuiltin.json.message) ?? [];
      const withoutPositions = path.filter((step) => typeof step === "string").join(".");
      const causes: string[] = fromCustom.json.details.causes.map((one: Json) => one.field.replaceAll(/\[.*?\]/g, ""));
      expect(causes, title).toContain(withoutPositions);
      // The message about a built-in kind has no keys of maps.
      if (namedField) expect(namedField, title).toBe(fieldNames.join("."));
    }
  });

  if (isExcludedFromApplies(walked.title)) return;

  test("the same applies conflict at the same fields, and give managers the same fields", async () => {
    const filled = filledObject({ groupVersion: builtinVersion, kind: declaration.kind });
    // Null is an error in an apply of a custom object, and no value of the built-in one.
    const { apiVersion: _version, metadata, status, ...content } = withoutNulls(filled) as Json;
    // A custom type without the subresource does not keep its status from the writers of other fields.
    const isStatusOwned = status !== undefined && !declaration.subresources.status;
    const ownable = isStatusOwned ? { ...content, status } : content;
    for (const field of fieldsWithoutApplies(walked.title)) setValueAt(ownable, field, undefined);
    const histories = [];
    for (const { apiVersion, collection } of [builtin, custom]) {
      const path = `${collection}/${metadata.name}`;
      const applied = async (manager: string, object: object): Promise<WireResponse> =>
        await apply(running.client, path, manager, { ...object, kind: declaration.kind, apiVersion });
      const object = { ...ownable, metadata };
      const history: unknown[] = [];
      const record = ({ status: code, text, json }: WireResponse): void => {
        expect([200, 201, 409], text).toContain(code);
        history.push(code === 409 ? json.details.causes : ownersOf(json));
      };
      record(await applied("one", object));
      record(await applied("two", changedScalars(declaration.schema, object) as object));
      record(await applied("two", object));
      record(await applied("one", { metadata: { name: metadata.name } }));
      const { json } = await running.client.request(path);
      const body = { ...json, metadata: { ...json.metadata, labels: { ...metadata.labels, tier: "back" } } };
      record(await running.client.request(`${path}?fieldManager=three`, { method: "PUT", body }));
      histories.push(history);
      await running.client.request(path, { method: "DELETE", body: { gracePeriodSeconds: 0 } });
    }
    const [ofBuiltin, ofCustom] = histories;
    expect(ofBuiltin).toHaveLength(5);
    expect(ofCustom).toEqual(ofBuiltin);
  });
});
