/**
 * Simulates the generic registry for one kind, without a store: decodes, prepares and validates an object, and collects
 * the warnings.
 */

import { readFeatureGates } from "../../app/config/feature-gates.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { runAtOnce } from "../../base/fair-turns.ts";
import { cloneJson, equalJson } from "../../base/json-tree.ts";
import { setValueAt, valueAt } from "../../base/paths.ts";
import { seededRandom } from "../../base/random.ts";
import { type FieldError, formatFieldError } from "../../meta/field-error.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { formatTime } from "../../meta/time.ts";
import type { User } from "../../meta/user.ts";
import { type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import {
  type CompiledSchema,
  type HookContext,
  type KindDeclaration,
  type KindHooks,
  SchemaCompiler,
  structInVocabulary,
  type UpdateCheck,
} from "../../schema/index.ts";
import { loadDefinitionChecks } from "../apiextensions/load-definition-checks.ts";
import { loadEngine } from "../expressions/load-engine.ts";
import { builtinFeatures, builtinHooks, builtinRules } from "../index.ts";

await loadEngine();
await loadDefinitionChecks();

const compiler = new SchemaCompiler(builtinRules, builtinFeatures);

/** The default state of all feature gates. */
const { isEnabled } = readFeatureGates([]);

/** Time of all writes, in milliseconds since 1970. */
export const nowMs = Date.parse("2025-06-01T12:00:00Z");

/** uid of all created objects. */
export const uid = "5c1de4b2-0f43-4f8c-9d3e-6a9f1b2c3d4e";

/** Returns the context that hooks receive. */
export function hookContext(vocabulary: VocabularyName = "kubernetes", user?: User): HookContext {
  return {
    vocabulary: vocabularies[vocabulary],
    random: seededRandom(1),
    nowMs,
    isEnabled,
    ...(user ? { user } : {}),
  };
}

/** Result of a write. */
export interface Written<T> {
  readonly object: T;
  /** Each as `path: message`. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** Parts of an object that a client sends. The rest is filled in. */
export type Input = Readonly<Record<string, unknown>>;

const defaultChecks: readonly UpdateCheck[] = ["change", "schema", "hook"];

/** Removes repeated checks. Tests of the registry cover the repetition. */
function withoutRepetition(checks: readonly UpdateCheck[]): readonly UpdateCheck[] {
  return [...new Set(checks)];
}

/** Writes to objects of one kind. */
export class KindWrites<T extends ApiObject> {
  readonly #kind: KindDeclaration;
  readonly #schema: CompiledSchema<T>;
  readonly #hooks: KindHooks<T>;
  readonly #context: HookContext;

  /** @param user requesting user of the writes */
  constructor(kind: KindDeclaration<T>, vocabulary: VocabularyName = "kubernetes", user?: User) {
    this.#kind = kind;
    this.#schema = compiler.compile(structInVocabulary(kind.schema, vocabularies[vocabulary]));
    this.#hooks = builtinHooks.get(kind) ?? {};
    this.#context = hookContext(vocabulary, user);
  }

  /** Returns the decoded object with defaults. */
  decode(input: Input): T {
    const { object } = this.#schema.decode(input);
    this.#schema.fillFeatureDefaults(object, isEnabled);
    return object;
  }

  create(input: Input): Written<T> {
    const object = this.decode({ metadata: { name: "it", namespace: "shop" }, ...input });
    const { subresources, rules } = this.#kind;
    if (this.#kind.scope === "Cluster") delete object.metadata.namespace;
    Object.assign(object.metadata, { uid, creationTimestamp: formatTime(nowMs) });
    if (rules.generation.length > 0) object.metadata.generation = 1;
    if (subresources.status?.clearedOnCreate) setValueAt(object, "status", undefined);
    this.#schema.dropDisabled(object, { isEnabled });
    this.#hooks.prepareForCreate?.(object, this.#context);
    return this.#written(object, undefined, ["schema", "createHook"]);
  }

  /**
   * Updates an object.
   * @param change is applied to a copy of `old`
   */
  update(old: T, change: (object: T) => void, subresource = ""): Written<T> {
    const edited = cloneJson(old);
    change(edited);
    const object = this.decode(edited as unknown as Input);
    for (const path of this.#restored(subresource)) setValueAt(object, path, valueAt(cloneJson(old), path));
    this.#schema.dropDisabled(object, { old, isEnabled });
    this.#hooks.prepareForUpdate?.(object, old as DeepReadonly<T>, this.#context, subresource);
    const { generation } = this.#kind.rules;
    const paths = generation === "content" ? Object.keys(object).filter((name) => name !== "metadata") : generation;
    const isNew = paths.some((path) => !equalJson(valueAt(object, path), valueAt(old, path)));
    if (isNew) object.metadata.generation = (old.metadata.generation ?? 0) + 1;
    const { update = defaultChecks, subresource: ofPart = defaultChecks } = this.#kind.rules.updateChecks;
    return this.#written(object, old, subresource === "" ? update : ofPart, subresource);
  }

  /**
   * Returns the object as it is stored.
   * @throws Error if it is invalid
   */
  stored(input: Input): T {
    const { object, errors } = this.create(input);
    if (errors.length > 0) throw new Error(`rejected: ${errors.join("; ")}`);
    return object;
  }

  #written(object: T, old: T | undefined, checks: readonly UpdateCheck[], subresource = ""): Written<T> {
    const canonical = this.#schema.canonical(object).object;
    const errors = [
      ...withoutRepetition(checks).flatMap((check) => this.#errorsOf(check, canonical, old, subresource)),
      ...this.#stepErrors(canonical, old, subresource),
    ];
    const warnings =
      this.#hooks.warnings?.(canonical as DeepReadonly<T>, old as DeepReadonly<T> | undefined, this.#context) ?? [];
    return { object: canonical, errors: errors.map(formatFieldError), warnings };
  }

  #errorsOf(check: UpdateCheck, object: T, old: T | undefined, subresource: string): readonly FieldError[] {
    const { isEnabled, vocabulary } = this.#context;
    const [stored, before] = [this.#storedForm(object), old && this.#storedForm(old)];
    switch (check) {
      case "schema":
        return this.#schema.validate(object, { isEnabled, vocabulary, ...(old ? { old } : {}) });
      case "createHook":
        return this.#hooks.validateCreate?.(stored, this.#context) ?? [];
      case "hook":
        return before
          ? (this.#hooks.validateUpdate?.(stored, before as DeepReadonly<T>, this.#context, subresource) ?? [])
          : [];
      default:
        return [];
    }
  }

  #stepErrors(object: T, old: T | undefined, subresource: string): readonly FieldError[] {
    const [stored, before] = [this.#storedForm(object), old && this.#storedForm(old)];
    const write = { object: stored, old: before as DeepReadonly<T> | undefined, subresource, context: this.#context };
    return this.#hooks.validateInSteps ? runAtOnce(this.#hooks.validateInSteps(write)) : [];
  }

  /** Returns the stored form of an object in any version, which the rules validate. */
  #storedForm(object: T): T {
    return (this.#hooks.conversion?.toStored(object, this.#context) ?? object) as T;
  }

  #restored(subresource: string): readonly string[] {
    const { status, others } = this.#kind.subresources;
    if (subresource === "") return status && !status.isWrittenWithObject ? ["status"] : [];
    return (subresource === "status" ? status : others?.[subresource])?.keeps ?? [];
  }
}
