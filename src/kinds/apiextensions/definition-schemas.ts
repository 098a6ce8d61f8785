/** Rules of the schemas of a definition, in the order of the reference. */
import type { Steps } from "../../base/fair-turns.ts";
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import { type FieldError, forbiddenField, invalidField } from "../../meta/field-error.ts";
import type { HookContext } from "../../schema/index.ts";
import { readStructuralSchema } from "../../structural/index.ts";
import { validateDefaults } from "../../structural/validate/index.ts";
import { defaultRuleErrors } from "../custom-types/default-rules.ts";
import { ruleErrorSteps } from "../custom-types/definition-rules.ts";
import { embeddedMetadataRules } from "../custom-types/embedded-metadata.ts";
import { ruleTextErrors } from "../custom-types/rule-text-errors.ts";
import type { DefinitionRequirements } from "./definition-requirements.ts";
import { hasDefault, someSchema } from "./schemas/inner-schemas.ts";
import { patternFault } from "./schemas/pattern-fault.ts";
import { statusRootError } from "./schemas/root-schema-rules.ts";
import { extensionsOf, type SchemaKeys, type SchemaProps, schemaKeys } from "./schemas/schema-extensions.ts";
import { schemaErrors } from "./schemas/schema-rules.ts";
import { StructuralConversion } from "./schemas/structural-conversion.ts";
import { structuralErrors } from "./schemas/structural-rules.ts";

/** Place of a schema in its definition. */
export interface SchemaUse {
  /** Path of the schema, such as `spec.versions[0].schema.openAPIV3Schema`. */
  readonly path: string;
  readonly version: string;
  /** Whether the type has the subresource status. */
  readonly hasStatus: boolean;
}

/** Checks the schemas of one definition. */
export class DefinitionSchemas {
  readonly #requirements: DefinitionRequirements;
  readonly #context: HookContext;
  readonly #names: SchemaKeys;
  readonly #conversion: StructuralConversion;

  /** @param requirements with `structuralSchemas` as the new definition needs it */
  constructor(requirements: DefinitionRequirements, context: HookContext) {
    this.#requirements = requirements;
    this.#context = context;
    this.#names = schemaKeys(context.vocabulary);
    this.#conversion = new StructuralConversion(this.#names);
  }

  /** Returns why the schema cannot be structural. Undefined if it can. */
  conversionFault(schema: SchemaProps): string | undefined {
    return this.#conversion.fault(schema);
  }

  /** Returns the errors of a schema: of its structure or its defaults, of its keywords, and of its rules. */
  *errors(schema: SchemaProps, use: SchemaUse): Steps<readonly FieldError[]> {
    const { structuralSchemas } = this.#requirements;
    const rootErrors = this.#rootErrors(schema, use);
    const fault = structuralSchemas ? this.conversionFault(schema) : undefined;
    const isConverted = structuralSchemas && fault === undefined;
    const structure = isConverted ? this.#structureErrors(schema, use) : [];
    yield;
    const keywords = this.#keywordErrors(schema, use);
    yield;
    const errors = [...rootErrors, ...structure, ...keywords];
    if (isConverted && structure.length === 0) return [...errors, ...(yield* this.#ruleErrors(schema, use, keywords))];
    // The other errors name the keyword that causes the fault, too.
    return errors.length === 0 && fault !== undefined ? [invalidField(use.path, "", fault)] : errors;
  }

  #rootErrors(schema: SchemaProps, { path, hasStatus }: SchemaUse): readonly FieldError[] {
    const errors: FieldError[] = [];
    const statusError = hasStatus ? statusRootError(schema, path, this.#names) : undefined;
    if (statusError) errors.push(statusError);
    if (schema.nullable) errors.push(forbiddenField(`${path}.nullable`, "nullable cannot be true at the root"));
    return errors;
  }

  /** Defaults are validated only if the schema is structural. */
  #structureErrors(schema: SchemaProps, { path }: SchemaUse): readonly FieldError[] {
    const errors = structuralErrors(schema, path, { names: this.#names, patternFault });
    if (errors.length > 0 || !someSchema(schema, hasDefault)) return errors;
    const { prunedDefaults } = this.#requirements;
    const { vocabulary } = this.#context;
    return validateDefaults(readStructuralSchema(jsonOf(schema), vocabulary), {
      path,
      metadata: embeddedMetadataRules,
      requiresPruned: prunedDefaults,
      ruleErrors: (value, place) => defaultRuleErrors(value, place, vocabulary),
    });
  }

  #keywordErrors(schema: SchemaProps, { path }: SchemaUse): readonly FieldError[] {
    return schemaErrors(schema, path, {
      names: this.#names,
      requirements: this.#requirements.inSchemas,
      ruleTextErrors: (inner, at) => {
        const isStructural = this.conversionFault(inner) === undefined;
        return ruleTextErrors(jsonOf(inner), at, this.#context.vocabulary, { isStructural });
      },
    });
  }

  *#ruleErrors(
    schema: SchemaProps,
    { path, version }: SchemaUse,
    keywordErrors: readonly FieldError[],
  ): Steps<readonly FieldError[]> {
    if (!someSchema(schema, (inner) => (extensionsOf(inner, this.#names).validations ?? []).length > 0)) return [];
    const { stored, isUnchanged } = this.#requirements;
    return yield* ruleErrorSteps(jsonOf(schema), {
      path,
      write: this.#context,
      ...(stored ? { stored } : {}),
      isUnchanged: isUnchanged(version),
      schemaErrors: keywordErrors,
    });
  }
}

/** Returns the schema as JSON. Readers of JSON do not know the type of schemas. */
function jsonOf(schema: SchemaProps): ReadonlyJsonObject {
  return { ...schema };
}
