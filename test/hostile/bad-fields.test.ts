/**
 * Bad values in every field of every stored kind, generated from its schema. The server must accept the value, or
 * reject it with an error that names the field. It must not fail internally or store a rejected object.
 */
import { expect, test } from "vitest";
import { builtinKinds } from "../../src/api/builtin.ts";
import type { Random } from "../../src/base/random.ts";
import { stringifyJson } from "../../src/codec/index.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import type { StructSchema } from "../../src/schema/index.ts";
import { type FilledObject, filledObject } from "../all-kinds/filled-objects.ts";
import { type AttackedServer, attackedServers } from "../support/attacked-server.ts";
import { type BadField, badFields, type DefectKind, withBadField } from "../support/bad-fields.ts";
import { collectionOf, type ServedResource, servedResources } from "../support/served-resources.ts";
import type { WireClient, WireResponse } from "../support/wire-client.ts";
import { withSeed } from "../support/with-seed.ts";

const withAttackedServer = attackedServers();

/** Number of random values per kind and sort of defect. */
const rounds = 16;
const flags = ["--runtime-config=api/all=true", "--feature-gates=AllAlpha=true,AllBeta=true"];
const options = { flags, vocabulary: "kubernetes" } as const;

interface AttackedKind {
  readonly resource: ServedResource;
  readonly object: FilledObject;
  readonly fields: readonly BadField[];
}

async function subjects(client: WireClient): Promise<readonly AttackedKind[]> {
  const kept = (await servedResources(client)).filter(
    ({ verbs }) => verbs.includes("create") && verbs.includes("list"),
  );
  return kept.map((resource) => {
    const object = filledObject(resource);
    return { resource, object, fields: [...badFields(schemaOf(resource), object)] };
  });
}

function schemaOf(resource: ServedResource): StructSchema {
  const declared = builtinKinds.find(
    ({ kind, group, version }) =>
      kind === resource.kind &&
      [vocabularies.kubernetes.bind(group), version].filter(Boolean).join("/") === resource.groupVersion,
  );
  if (!declared) throw new Error(`${resource.groupVersion} ${resource.kind} is not declared`);
  return declared.schema;
}

function randomFields({ fields }: AttackedKind, sort: DefectKind, random: Random): readonly BadField[] {
  const all = fields.filter((field) => field.defect === sort);
  return Array.from({ length: rounds }, () => all[random.below(all.length)]).filter((field) => field !== undefined);
}

/** Sends the object with the bad field. A value that must be rejected is sent without dry run. */
async function send(
  client: WireClient,
  { resource, object }: AttackedKind,
  field: BadField,
): Promise<BadFieldResponse> {
  const inEarnest = field.defect === "doubtful" ? "?dryRun=All" : "";
  const body = stringifyJson(withBadField(object, field));
  const answer = await client.request(`${collectionOf(resource)}${inEarnest}`, { method: "POST", body });
  const value = (stringifyJson(field.value) ?? "").slice(0, 100);
  const shown = `${resource.groupVersion} ${resource.kind} ${field.steps.join(".")}: ${value}: ${answer.text.slice(0, 2000)}`;
  if (answer.status >= 300) expectRefusal(answer, shown);
  return { answer, shown };
}

interface BadFieldResponse {
  readonly answer: WireResponse;
  /** Description of the request and response for a failed assertion. */
  readonly shown: string;
}

function expectRefusal({ status, json }: WireResponse, shown: string): void {
  expect([400, 422], shown).toContain(status);
  expect(json, shown).toMatchObject({ kind: "Status", apiVersion: "v1", status: "Failure", code: status });
  expect(json.reason, shown).toBe(status === 400 ? "BadRequest" : "Invalid");
  expect(json.message, shown).toMatch(/\w/);
}

async function attackEachKind(
  attack: (subject: AttackedKind, running: AttackedServer, random: Random) => Promise<void>,
): Promise<void> {
  await withSeed(async (random) => {
    await withAttackedServer(async (running) => {
      for (const subject of await subjects(running.client)) await attack(subject, running, random);
    }, options);
  });
}

/** Errors about a text with an invalid format. The reference does not name the field in them. */
const formatErrors =
  /: (parsing time|time: |quantities must|unable to parse|illegal base64|(boolean or )?JSON schema (or|expected)|[^:]* expected)/;

/** Fields of a JSON schema that the reference decodes separately. Its errors do not name fields below them. */
const separatelyDecodedFields: ReadonlySet<string> = new Set([
  "additionalItems",
  "additionalProperties",
  "dependencies",
  "items",
]);

/** Returns the path that a message about a field names. */
function pathInMessage(names: readonly string[]): string {
  const schema = names.indexOf("openAPIV3Schema");
  const apart = schema < 0 ? -1 : names.findIndex((name, index) => index > schema && separatelyDecodedFields.has(name));
  return (apart < 0 ? names : names.slice(0, apart + 1)).join(".");
}

test("a field with a value of the wrong type is rejected, and the error names the field", async () => {
  await attackEachKind(async (subject, { client }, random) => {
    for (const field of randomFields(subject, "type", random)) {
      const { answer, shown } = await send(client, subject, field);
      expect(answer.status, shown).toBe(400);
      const { message } = answer.json;
      if (!formatErrors.test(message)) expect(message, shown).toContain(`.${pathInMessage(field.names)} of type `);
    }
  });
}, 60_000);

/** Paths in messages that differ from the path of the field. */
const pathsInMessages: readonly (readonly [kind: string, path: string, called: string])[] = [
  ["Node", "spec.taints", "metadata.taints"],
  ["RuntimeClass", "scheduling.tolerations", "scheduling.tolerations.tolerations"],
];

function messagePath(kind: string, steps: readonly string[]): string {
  const path = steps
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join("")
    .slice(1);
  const [, own = "", called = ""] = pathsInMessages.find(([of, own]) => of === kind && path.startsWith(own)) ?? [];
  return called + path.slice(own.length);
}

/**
 * Whether the server does not validate the field: a create ignores the status, and StatefulSets validate only parts of
 * their Pod template.
 */
const isUnvalidated = (kind: string, path: string): boolean =>
  path.startsWith("status.") || (kind === "StatefulSet" && /^spec\.(template|volumeClaimTemplates)\b/.test(path));

test("a number out of bounds or an unknown enum value is rejected, and the error has the path of its field", async () => {
  let sent = 0;
  await attackEachKind(async (subject, { client }) => {
    const { kind } = subject.resource;
    for (const field of subject.fields) {
      const path = messagePath(kind, field.steps);
      if (field.defect !== "rule" || isUnvalidated(kind, path)) continue;
      const { answer, shown } = await send(client, subject, field);
      expect(answer.status, shown).toBe(422);
      const causes = answer.json.details.causes as { field: string }[];
      expect(
        causes.map((cause) => cause.field),
        shown,
      ).toContain(path);
      sent += 1;
    }
  });
  expect(sent).toBeGreaterThan(300);
}, 60_000);

test("an empty, long or unusual value is accepted, or rejected with an error about its field", async () => {
  await attackEachKind(async (subject, { client }, random) => {
    for (const field of randomFields(subject, "doubtful", random)) {
      const { answer, shown } = await send(client, subject, field);
      if (answer.status !== 422) continue;
      const causes = answer.json.details.causes as { field: string; message: string; reason: string }[];
      expect(causes.length, shown).toBeGreaterThan(0);
      for (const { field: place, message, reason } of causes) {
        expect([typeof place, message, reason], shown).toEqual([
          "string",
          expect.stringMatching(/\w/),
          expect.any(String),
        ]);
      }
    }
  });
}, 60_000);
