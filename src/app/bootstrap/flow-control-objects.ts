/**
 * The FlowSchemas and PriorityLevelConfigurations of every cluster. Missing ones are created. The mandatory ones always
 * get back their specs. The others do while their annotation says so, or while nobody has changed them since they were
 * created. Objects of former releases, which have the annotation too, are removed.
 */
import { flowSchema } from "../../api/flowcontrol/v1/flow-schema.ts";
import { priorityLevelConfiguration } from "../../api/flowcontrol/v1/priority-level-configuration.ts";
import { equalJson } from "../../base/json-tree.ts";
import {
  mandatoryFlowSchemas,
  mandatoryPriorityLevels,
  suggestedFlowSchemas,
  suggestedPriorityLevels,
} from "../../kinds/index.ts";
import { readGoBoolean } from "../../meta/go-boolean.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { subLabel, type Vocabulary } from "../../meta/vocabulary.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import type { NewSystemObject, SystemObjects, SystemResource } from "./system-objects.ts";
import type { UpkeepTask } from "./upkeep.ts";

interface WithSpec extends ApiObject {
  readonly spec?: object;
}

/** Specs that the objects of one kind must have, by name. */
interface Wanted {
  readonly mandatory: ReadonlyMap<string, object>;
  readonly suggested: ReadonlyMap<string, object>;
  /** Members of the specs of mandatory objects that administrators may change. */
  readonly freeMembers: readonly string[];
}

/** Owner of these objects, in both vocabularies. */
const manager = "api-priority-and-fairness-config-producer-v1";
const intervalMs = 60_000;

/** Returns the task that keeps these objects. Undefined if the server serves none of the kinds. */
export function flowControlUpkeep(objects: SystemObjects): UpkeepTask | undefined {
  const { vocabulary } = objects.options;
  const keepers = [
    keeperOf(objects, flowSchema, {
      mandatory: mandatoryFlowSchemas,
      suggested: suggestedFlowSchemas(vocabulary),
      freeMembers: [],
    }),
    keeperOf(objects, priorityLevelConfiguration, {
      mandatory: mandatoryPriorityLevels,
      suggested: suggestedPriorityLevels,
      freeMembers: ["exempt"],
    }),
  ].filter((keeper) => keeper !== undefined);
  if (keepers.length === 0) return undefined;
  return {
    name: "priority-and-fairness-config-producer",
    intervalMs,
    ensure: async () => {
      await Promise.all(keepers.map((keep) => keep()));
    },
  };
}

function keeperOf(
  objects: SystemObjects,
  kind: KindDeclaration<WithSpec>,
  wanted: Wanted,
): (() => Promise<void>) | undefined {
  const stored = objects.of(kind);
  return stored && (() => keep(stored, wanted, objects.options.vocabulary));
}

async function keep(stored: SystemResource<WithSpec>, wanted: Wanted, vocabulary: Vocabulary): Promise<void> {
  const annotation = autoUpdateAnnotation(vocabulary);
  const present = new Map((await stored.list()).map((one) => [one.metadata.name ?? "", one]));
  const ensureOne = async (name: string, spec: object, isMandatory: boolean): Promise<void> => {
    const object: NewSystemObject<WithSpec> = { metadata: { name, annotations: { [annotation]: "true" } }, spec };
    const before = present.get(name);
    if (!before) await stored.create(object, { manager });
    else {
      const full = specWithDefaults(stored, object);
      const { freeMembers } = wanted;
      const change = (old: WithSpec): WithSpec | undefined =>
        corrected(old, { spec: full, isMandatory, annotation, freeMembers });
      if (change(before)) await stored.update({ name }, change, { manager });
    }
  };
  for (const [isMandatory, specs] of [[false, wanted.suggested] as const, [true, wanted.mandatory] as const]) {
    for (const [name, spec] of specs) await ensureOne(name, spec, isMandatory);
  }
  for (const [name, object] of present) {
    const isWanted = wanted.mandatory.has(name) || wanted.suggested.has(name);
    if (!isWanted && autoUpdates(object, annotation) === true) await stored.delete(object);
  }
}

/** Returns the annotation that says whether the server keeps the spec of an object. */
function autoUpdateAnnotation(vocabulary: Vocabulary): string {
  return vocabulary.bind(subLabel("apf/autoupdate-spec"));
}

function specWithDefaults(stored: SystemResource<WithSpec>, object: NewSystemObject<WithSpec>): object {
  const { schema, kind } = stored.resource;
  const decoded = schema.decode({ kind: kind.kind, apiVersion: kind.apiVersion, ...object }).object as WithSpec;
  return decoded.spec ?? {};
}

interface Correction {
  /** With defaults. */
  readonly spec: object;
  readonly isMandatory: boolean;
  readonly annotation: string;
  readonly freeMembers: readonly string[];
}

/** Returns the object with its mends. Undefined if it needs none. */
export function corrected(old: WithSpec, correction: Correction): WithSpec | undefined {
  const { isMandatory, annotation, freeMembers } = correction;
  const spec = isMandatory ? withFreeMembers(correction.spec, old.spec ?? {}, freeMembers) : correction.spec;
  const isUntouched = old.metadata.generation === 1;
  const updates = isMandatory || (autoUpdates(old, annotation) ?? isUntouched);
  const isAnnotated = autoUpdates(old, annotation) === updates;
  const isCurrent = !updates || equalJson(old.spec ?? {}, spec);
  if (isAnnotated && isCurrent) return undefined;
  const annotations = { ...old.metadata.annotations, [annotation]: String(updates) };
  return {
    ...old,
    metadata: isAnnotated ? old.metadata : { ...old.metadata, annotations },
    ...(isCurrent ? {} : { spec }),
  };
}

function withFreeMembers(spec: object, old: object, names: readonly string[]): object {
  return { ...spec, ...Object.fromEntries(Object.entries(old).filter(([name]) => names.includes(name))) };
}

/** Returns the value of the annotation. Undefined if it is missing, or not a boolean as Go reads one. */
function autoUpdates({ metadata }: ApiObject, annotation: string): boolean | undefined {
  return readGoBoolean(metadata.annotations?.[annotation] ?? "");
}
