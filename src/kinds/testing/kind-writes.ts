/**
 * Writes to objects of one kind as the generic registry does them, without a store: what the object becomes, and what
 * the client is told.
 */

import { readFeatureGates } from "../../app/config/feature-gates.ts";
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
import { builtinFeatures, builtinHooks, builtinRules } from "../index.ts";

const compiler = new SchemaCompiler(builtinRules, builtinFeatures);

/** As a server has it that nobody told anything about features. */
const { isEnabled } = readFeatureGates([]);

export const nowMs = Date.parse("2025-06-01T12:00:00Z");

export const uid = "5c1de4b2-0f43-4f8c-9d3e-6a9f1b2c3d4e";

export function hookContext(vocabulary: VocabularyName = "kubernetes", user?: User): HookContext {
  return {
    vocabulary: vocabularies[vocabulary],
    random: seededRandom(1),
    nowMs,
    isEnabled,
    ...(user ? { user } : {}),
  };
}

export interface Written<T> {
  readonly object: T;
  /** `path: message`. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** What a client may send; the rest of the object is filled in. */
export type Input = Readonly<Record<string, unknown>>;

const defaultChecks: readonly UpdateCheck[] = ["change", "schema", "hook"];

/** Each check once: how often an update repeats one is for the registry's tests. */
function withoutRepetition(checks: readonly UpdateCheck[]): readonly UpdateCheck[] {
  return [...new Set(checks)];
}

export class KindWrites<T extends ApiObject> {
  readonly #kind: KindDeclaration;
  readonly #schema: CompiledSchema<T>;
  readonly #hooks: KindHooks<T>;
  readonly #context: HookContext;

  /** @param user who makes the writes */
  constructor(kind: KindDeclaration<T>, vocabulary: VocabularyName = "kubernetes", user?: User) {
    this.#kind = kind;
    this.#schema = compiler.compile(structInVocabulary(kind.schema, vocabularies[vocabulary]));
    this.#hooks = builtinHooks.get(kind) ?? {};
    this.#context = hookContext(vocabulary, user);
  }

  /** What the server reads from a body, with defaults. */
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

  /** @param change is made to a copy of `old` as a client reads it */
  update(old: T, change: (object: T) => void, subresource = ""): Written<T> {
    const edited = cloneJson(old);
    change(edited);
    const object = this.decode(edited as unknown as Input);
    for (const path of this.#restored(subresource)) setValueAt(object, path, valueAt(cloneJson(old), path));
    this.#schema.dropDisabled(object, { old, isEnabled });
    this.#hooks.prepareForUpdate?.(object, old, this.#context, subresource);
    const isNew = this.#kind.rules.generation.some((path) => !equalJson(valueAt(object, path), valueAt(old, path)));
    if (isNew) object.metadata.generation = (old.metadata.generation ?? 0) + 1;
    const { update = defaultChecks, subresource: ofPart = defaultChecks } = this.#kind.rules.updateChecks;
    return this.#written(object, old, subresource === "" ? update : ofPart, subresource);
  }

  /** The object as it is stored when the write is fine. */
  stored(input: Input): T {
    const { object, errors } = this.create(input);
    if (errors.length > 0) throw new Error(`refused: ${errors.join("; ")}`);
    return object;
  }

  #written(object: T, old: T | undefined, checks: readonly UpdateCheck[], subresource = ""): Written<T> {
    const canonical = this.#schema.canonical(object).object;
    const errors = withoutRepetition(checks).flatMap((check) => this.#errorsOf(check, canonical, old, subresource));
    const warnings = this.#hooks.warnings?.(canonical, old, this.#context) ?? [];
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
        return before ? (this.#hooks.validateUpdate?.(stored, before, this.#context, subresource) ?? []) : [];
      default:
        return [];
    }
  }

  /** What rules look at, also those of a version that is not stored. */
  #storedForm(object: T): T {
    return (this.#hooks.conversion?.absorb(object, this.#context) ?? object) as T;
  }

  #restored(subresource: string): readonly string[] {
    const { status, others } = this.#kind.subresources;
    if (subresource === "") return status && !status.isWrittenWithObject ? ["status"] : [];
    return (subresource === "status" ? status : others?.[subresource])?.keeps ?? [];
  }
}
