/** Rules of the schemas of a definition, in the order of the reference. */
import { type FieldError, forbiddenField, invalidField } from "../../meta/field-error.ts";
import type { HookContext } from "../../schema/index.ts";
import type { DefinitionRequirements } from "./definition-requirements.ts";
import { patternFault } from "./schemas/pattern-fault.ts";
import { statusRootError } from "./schemas/root-schema-rules.ts";
import { type SchemaKeys, type SchemaProps, schemaKeys } from "./schemas/schema-extensions.ts";
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
  readonly #names: SchemaKeys;
  readonly #conversion: StructuralConversion;

  /** @param requirements with `structuralSchemas` as the new definition needs it */
  constructor(requirements: DefinitionRequirements, { vocabulary }: HookContext) {
    this.#requirements = requirements;
    this.#names = schemaKeys(vocabulary);
    this.#conversion = new StructuralConversion(this.#names);
  }

  /** Returns why the schema cannot be structural. Undefined if it can. */
  conversionFault(schema: SchemaProps): string | undefined {
    return this.#conversion.fault(schema);
  }

  errors(schema: SchemaProps, { path, hasStatus }: SchemaUse): readonly FieldError[] {
    const names = this.#names;
    const { structuralSchemas, inSchemas } = this.#requirements;
    const errors: FieldError[] = [];
    const rootError = hasStatus ? statusRootError(schema, path, names) : undefined;
    if (rootError) errors.push(rootError);
    if (schema.nullable) errors.push(forbiddenField(`${path}.nullable`, "nullable cannot be true at the root"));
    const fault = structuralSchemas ? this.conversionFault(schema) : undefined;
    if (structuralSchemas && fault === undefined) {
      errors.push(...structuralErrors(schema, path, { names, patternFault }));
    }
    errors.push(...schemaErrors(schema, path, { names, requirements: inSchemas, ruleTextErrors: () => [] }));
    // The other errors name the keyword, too.
    return errors.length === 0 && fault !== undefined ? [invalidField(path, "", fault)] : errors;
  }
}
