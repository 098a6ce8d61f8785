/**
 * The FlowSchemas and PriorityLevelConfigurations that every cluster has. Missing ones are created. The specs of
 * mandatory objects are always restored. The specs of suggested objects are restored if their annotation asks for it,
 * or if the annotation is missing and the object was never changed. Annotated objects that this release does not define
 * are deleted.
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

/** Specs of the objects of one kind, by name. */
interface RequiredSpecs {
  readonly mandatory: ReadonlyMap<string, object>;
  readonly suggested: ReadonlyMap<string, object>;
  /** Fields in the specs of mandatory objects that administrators may change. */
  readonly freeMembers: readonly string[];
}

/** Field manager of these objects, in both vocabularies. */
const manager = "api-priority-and-fairness-config-producer-v1";
const intervalMs = 60_000;

/** Returns the task that creates and restores these objects. Undefined if the server serves none of the kinds. */
export function flowControlUpkeep(objects: SystemObjects): UpkeepTask | undefined {
  const { vocabulary } = objects.options;
  const keepFunctions = [
    createKeepFunction(objects, flowSchema, {
      mandatory: mandatoryFlowSchemas,
      suggested: suggestedFlowSchemas(vocabulary),
      freeMembers: [],
    }),
    createKeepFunction(objects, priorityLevelConfiguration, {
      mandatory: mandatoryPriorityLevels,
      suggested: suggestedPriorityLevels,
      freeMembers: ["exempt"],
    }),
  ].filter((keepFunction) => keepFunction !== undefined);
  if (keepFunctions.length === 0) return undefined;
  return {
    name: "priority-and-fairness-config-producer",
    intervalMs,
    ensure: async () => {
      await Promise.all(keepFunctions.map((keepObjects) => keepObjects()));
    },
  };
}

function createKeepFunction(
  objects: SystemObjects,
  kind: KindDeclaration<WithSpec>,
  requiredSpecs: RequiredSpecs,
): (() => Promise<void>) | undefined {
  const stored = objects.ofKind(kind);
  return stored && (() => keepObjects(stored, requiredSpecs, objects.options.vocabulary));
}

async function keepObjects(
  stored: SystemResource<WithSpec>,
  requiredSpecs: RequiredSpecs,
  vocabulary: Vocabulary,
): Promise<void> {
  const annotation = autoUpdateAnnotation(vocabulary);
  const storedByName = new Map((await stored.list()).map((one) => [one.metadata.name ?? "", one]));
  const ensureOne = async (name: string, spec: object, isMandatory: boolean): Promise<void> => {
    const object: NewSystemObject<WithSpec> = { metadata: { name, annotations: { [annotation]: "true" } }, spec };
    const current = storedByName.get(name);
    if (!current) await stored.create(object, { manager });
    else {
      const full = specWithDefaults(stored, object);
      const { freeMembers } = requiredSpecs;
      const change = (old: WithSpec): WithSpec | undefined =>
        correctedObject(old, { spec: full, isMandatory, annotation, freeMembers });
      if (change(current)) await stored.update({ name }, change, { manager });
    }
  };
  for (const [isMandatory, specs] of [
    [false, requiredSpecs.suggested] as const,
    [true, requiredSpecs.mandatory] as const,
  ]) {
    for (const [name, spec] of specs) await ensureOne(name, spec, isMandatory);
  }
  for (const [name, object] of storedByName) {
    const isRequired = requiredSpecs.mandatory.has(name) || requiredSpecs.suggested.has(name);
    if (!isRequired && readAutoUpdate(object, annotation) === true) await stored.delete(object);
  }
}

/** Returns the name of the annotation that says whether the server restores the spec of an object. */
function autoUpdateAnnotation(vocabulary: Vocabulary): string {
  return vocabulary.bind(subLabel("apf/autoupdate-spec"));
}

function specWithDefaults(stored: SystemResource<WithSpec>, object: NewSystemObject<WithSpec>): object {
  const { schema, kind } = stored.resource;
  const decoded = schema.decode({ kind: kind.kind, apiVersion: kind.apiVersion, ...object }).object as WithSpec;
  return decoded.spec ?? {};
}

interface Correction {
  /** The spec to restore, with its defaults. */
  readonly spec: object;
  readonly isMandatory: boolean;
  readonly annotation: string;
  readonly freeMembers: readonly string[];
}

/** Returns the object with its annotation and spec corrected. Undefined if both are already correct. */
export function correctedObject(old: WithSpec, correction: Correction): WithSpec | undefined {
  const { isMandatory, annotation, freeMembers } = correction;
  const spec = isMandatory ? withFreeMembers(correction.spec, old.spec ?? {}, freeMembers) : correction.spec;
  const isUntouched = old.metadata.generation === 1;
  const restoresSpec = isMandatory || (readAutoUpdate(old, annotation) ?? isUntouched);
  const isAnnotated = readAutoUpdate(old, annotation) === restoresSpec;
  const isCurrent = !restoresSpec || equalJson(old.spec ?? {}, spec);
  if (isAnnotated && isCurrent) return undefined;
  const annotations = { ...old.metadata.annotations, [annotation]: String(restoresSpec) };
  return {
    ...old,
    metadata: isAnnotated ? old.metadata : { ...old.metadata, annotations },
    ...(isCurrent ? {} : { spec }),
  };
}

function withFreeMembers(spec: object, old: object, names: readonly string[]): object {
  return { ...spec, ...Object.fromEntries(Object.entries(old).filter(([name]) => names.includes(name))) };
}

/** Returns the value of the annotation. Undefined if it is missing, or not a boolean in Go's syntax. */
function readAutoUpdate({ metadata }: ApiObject, annotation: string): boolean | undefined {
  return readGoBoolean(metadata.annotations?.[annotation] ?? "");
}
