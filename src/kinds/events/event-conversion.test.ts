import { describe, expect, test } from "vitest";
import { event, eventsEvent } from "../../api/index.ts";
import { newSeed, seededRandom } from "../../base/random.ts";
import { stringifyJson } from "../../codec/index.ts";
import { RandomValues } from "../../codec/testing/random-value.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { type CompiledSchema, SchemaCompiler, schemaAt } from "../../schema/index.ts";
import { eventConversion as conversion } from "./event-conversion.ts";

const compiler = new SchemaCompiler(new Map());
const coreForm = compiler.compile(event.schema);
const eventsForm = compiler.compile(eventsEvent.schema);
const context = { vocabulary: vocabularies.kubernetes };

const metadata = { name: "web.1", namespace: "shop", creationTimestamp: null };
const pod = { kind: "Pod", namespace: "shop", name: "web", uid: "u-1", apiVersion: "v1", fieldPath: "spec" };
const node = { kind: "Node", name: "node-1" };

const inCore = {
  metadata,
  involvedObject: pod,
  reason: "Pulled",
  message: "All of it.",
  source: { component: "agent", host: "node-1" },
  firstTimestamp: "2025-06-01T10:00:00Z",
  lastTimestamp: "2025-06-01T11:00:00Z",
  count: 7,
  type: "Normal",
  eventTime: "2025-06-01T10:00:00.000001Z",
  series: { count: 3, lastObservedTime: "2025-06-01T11:00:00.000002Z" },
  action: "Pulling",
  related: node,
  reportingComponent: "example.com/agent",
  reportingInstance: "agent-1",
};

const inEvents = {
  metadata,
  eventTime: "2025-06-01T10:00:00.000001Z",
  series: { count: 3, lastObservedTime: "2025-06-01T11:00:00.000002Z" },
  reportingController: "example.com/agent",
  reportingInstance: "agent-1",
  action: "Pulling",
  reason: "Pulled",
  regarding: pod,
  related: node,
  note: "All of it.",
  type: "Normal",
  deprecatedSource: { component: "agent", host: "node-1" },
  deprecatedFirstTimestamp: "2025-06-01T10:00:00Z",
  deprecatedLastTimestamp: "2025-06-01T11:00:00Z",
  deprecatedCount: 7,
};

describe("an Event of the core group and of the group events", () => {
  test("an Event of the core group and one of the group events convert into each other", () => {
    expect(conversion.fromStored(coreForm.decode(inCore).object, context)).toEqual(inEvents);
    expect(conversion.toStored(eventsForm.decode(inEvents).object, context)).toEqual(inCore);
  });

  test("an Event with only a subject converts to the group events", () => {
    const shown = eventsForm.canonical(
      conversion.fromStored(coreForm.decode({ involvedObject: pod }).object, context),
    ).object;
    expect(shown).toEqual({
      metadata: { creationTimestamp: null },
      eventTime: null,
      regarding: pod,
      deprecatedSource: {},
      deprecatedFirstTimestamp: null,
      deprecatedLastTimestamp: null,
    });
  });

  test("every selectable field of Events exists in both groups", () => {
    for (const path of eventsEvent.selectableFields) {
      expect(schemaAt(eventsEvent.schema, path), path).toBeDefined();
      expect(event.selectableFields).toContain(conversion.fieldLabels?.[path] ?? path);
    }
  });
});

describe("conversion there and back", () => {
  const roundsOf = (check: (values: RandomValues, where: string) => void) => {
    const seed = newSeed();
    const values = new RandomValues(seededRandom(seed));
    for (let round = 0; round < 200; round++) check(values, `seed ${seed}, round ${round}`);
  };
  const randomOf = <T>(form: CompiledSchema<T>, values: RandomValues): T =>
    form.canonical(values.struct(form.schema) as T).object;

  test("converting a stored Event to the group events and back loses nothing", () => {
    roundsOf((values, where) => {
      const stored = randomOf(coreForm, values);
      const shown = eventsForm.canonical(conversion.fromStored(stored, context)).object;
      const back = coreForm.canonical(conversion.toStored(shown, context)).object;
      expect(stringifyJson(back), where).toBe(stringifyJson(stored));
    });
  });

  test("converting an Event of the group events for storage and back loses nothing", () => {
    roundsOf((values, where) => {
      const shown = randomOf(eventsForm, values);
      const stored = coreForm.canonical(conversion.toStored(shown, context)).object;
      const back = eventsForm.canonical(conversion.fromStored(stored, context)).object;
      expect(stringifyJson(back), where).toBe(stringifyJson(shown));
    });
  });
});
