/** A schema ready for use. Its decoder, canonical form and validator are compiled on first use. */
import type { DeepReadonly } from "../base/deep-readonly.ts";
import type { IsEnabled } from "../meta/feature-gates.ts";
import type { FieldError } from "../meta/field-error.ts";
import { normalizeTime } from "../meta/time.ts";
import { DecoderCompiler } from "./decode.ts";
import { DecodeContext, type DecodeOptions, type SchemaDecodeError } from "./decode-context.ts";
import { type DocumentNode, documentFault } from "./document-fault.ts";
import { FeatureCompiler, type FeatureRuleSet } from "./features.ts";
import { type RuleSet, standaloneWrite, type ValidatedWrite } from "./rules.ts";
import type { StructSchema } from "./schema.ts";
import { hasSentForms, markSentForms } from "./sent-forms.ts";
import { StructWalk, type Visitor } from "./struct-walk.ts";
import { ValidationRun, ValidatorCompiler } from "./validate.ts";
import { declaredStruct } from "./vocabulary-structs.ts";

/** A decoded object, and what the decoder found out about its input. */
export interface Decoded<T> {
  readonly object: T;
  /** Number of input keys that the schema knows. If the input has more, some are unknown or duplicates. */
  readonly keyCount: number;
  /**
   * Whether the object holds bigints, or keys such as "10" that JavaScript reorders. Only the exact writer writes such
   * an object correctly.
   */
  readonly needsExactJson: boolean;
  /** Whether the object has null where the input has an empty list or map. Only the stored form can. */
  readonly hasNullForEmpty: boolean;
}

type FeatureDefaults = StructWalk<IsEnabled>;
type SentTimes = StructWalk<undefined>;

/** Compilers of everything that is derived from schemas. They share one set of rules. */
interface Compilers {
  readonly decoders: DecoderCompiler;
  readonly validators: ValidatorCompiler;
  readonly features: FeatureCompiler;
  readonly featureDefaults: FeatureDefaults;
  readonly sentTimes: SentTimes;
}

/** The operations on values of one struct, derived from its schema. */
export class CompiledSchema<T> {
  readonly schema: StructSchema<T>;
  readonly #decoders: DecoderCompiler;
  readonly #validators: ValidatorCompiler;
  readonly #features: FeatureCompiler;
  readonly #featureDefaults: FeatureDefaults;
  readonly #sentTimes: SentTimes;

  constructor(schema: StructSchema<T>, { decoders, validators, features, featureDefaults, sentTimes }: Compilers) {
    this.schema = schema;
    this.#decoders = decoders;
    this.#validators = validators;
    this.#features = features;
    this.#featureDefaults = featureDefaults;
    this.#sentTimes = sentTimes;
  }

  /**
   * Returns a new object in canonical form, with defaults.
   * @throws SchemaDecodeError for the first value that does not match the schema
   */
  decode(value: unknown, { keepsUnknown }: Pick<DecodeOptions, "keepsUnknown"> = {}): Decoded<T> {
    return this.#run(value, new DecodeContext({ defaults: true, keepsUnknown }));
  }

  /**
   * Decodes the result of a server-side apply. As in the reference, null is then an error in an object of a custom type unless its
   * schema allows it, and validation reports it.
   * @throws SchemaDecodeError for the first value that does not match the schema
   */
  decodeApplied(value: unknown): Decoded<T> {
    return this.#run(value, new DecodeContext({ defaults: true, keepsNulls: true }));
  }

  /**
   * Returns the error that the reference reports for a document that `decode()` rejects. It depends on the order of the
   * document's members. Undefined if `decode()` accepts the document.
   */
  faultOf(document: DocumentNode): SchemaDecodeError | undefined {
    const context = new DecodeContext({ defaults: false });
    return documentFault(this.schema, document, { context, decoderOf: (schema) => this.#decoders.decoder(schema) });
  }

  /** Decodes an object that was decoded before in another version of its kind, and fills in defaults. */
  decodeShown(value: T, { copiesSentForms }: Pick<DecodeOptions, "copiesSentForms">): Decoded<T> {
    return this.#run(value, new DecodeContext({ defaults: true, keepsNulls: true, copiesSentForms }));
  }

  /** Returns the form of an object that was converted with another schema. @throws SchemaDecodeError */
  shownForm(value: T): Decoded<T> {
    return this.#run(value, new DecodeContext({ defaults: false, memberDefaults: true }));
  }

  /**
   * Returns the form of an object that was stored with another schema. Embedded objects that this schema does not accept lose what
   * cannot be decoded, so that the object stays readable.
   */
  reshapedForm(value: T): Decoded<T> {
    return this.#run(value, new DecodeContext({ defaults: false, memberDefaults: true, dropsMalformed: true }));
  }

  /** Returns the canonical form of an object that the server has changed since it was decoded. Fills in no defaults. */
  canonical(value: T | DeepReadonly<T>, { keepsUnknown }: Pick<DecodeOptions, "keepsUnknown"> = {}): Decoded<T> {
    return this.#run(value, new DecodeContext({ defaults: false, keepsUnknown }));
  }

  /**
   * Returns the form in which an object is stored. It is canonical, but lists and maps that are always written are null
   * if they are empty. The reference stores protobuf, which cannot distinguish an empty list from an absent one. An object of a
   * custom type has all defaults of its structural schema, because the reference fills them in when it reads the object.
   */
  storedForm(value: T): Decoded<T> {
    const copiesSentForms = hasSentForms(value as object);
    const options = { defaults: false, memberDefaults: true, keepsNulls: true, emptyAsNull: true, copiesSentForms };
    return this.#run(value, new DecodeContext(options));
  }

  /**
   * Fills in the defaults that apply only while a feature is enabled (`StructRules.featureDefaults`). Changes `object`.
   */
  fillFeatureDefaults(object: T, isEnabled: IsEnabled): void {
    this.#featureDefaults.of(this.schema)?.(object, isEnabled);
  }

  /**
   * Removes the fields of disabled features from `object`, except those of features that the stored object already
   * uses.
   */
  dropDisabled(object: T, { old, isEnabled }: Pick<ValidatedWrite, "old" | "isEnabled">): void {
    this.#features.dropDisabled(this.schema, { object, old, isEnabled });
  }

  /** Rounds the times of `object` that are kept as sent until they are stored (`FormattedSchema.isKeptAsSent`). */
  roundSentTimes(object: T): void {
    this.#sentTimes.of(this.schema)?.(object, undefined);
  }

  /** Returns the errors of an object that is written. */
  validate(value: T | DeepReadonly<T>, write: ValidatedWrite = standaloneWrite): readonly FieldError[] {
    const validator = this.#validators.validator(this.schema);
    if (!validator) return [];
    return ValidationRun.errorsOf(value, validator, write);
  }

  #run(value: unknown, context: DecodeContext): Decoded<T> {
    const object = this.#decoders.decoder(this.schema)(value, context) as T;
    if (context.hasSentForms || context.copiesSentForms) markSentForms(object as object);
    const { keyCount, needsExactJson, hasNullForEmpty } = context;
    return { object, keyCount, needsExactJson, hasNullForEmpty };
  }
}

/** Compiles schemas with one set of rules, and caches the results. All servers of a process share it. */
export class SchemaCompiler {
  readonly #compilers: Compilers;
  readonly #compiled = new WeakMap<StructSchema, CompiledSchema<unknown>>();

  constructor(rules: RuleSet, featureRules: FeatureRuleSet = new Map()) {
    this.#compilers = {
      decoders: new DecoderCompiler(rules),
      validators: new ValidatorCompiler(rules),
      features: new FeatureCompiler(featureRules),
      featureDefaults: new StructWalk({ visitorOf: (schema) => rules.get(declaredStruct(schema))?.featureDefaults }),
      sentTimes: new StructWalk({ visitorOf: sentTimeVisitor }),
    };
  }

  /** Returns the operations for a schema. The same schema always has the same operations. */
  compile<T>(schema: StructSchema<T>): CompiledSchema<T> {
    let compiled = this.#compiled.get(schema);
    if (!compiled) {
      compiled = new CompiledSchema<unknown>(schema, this.#compilers);
      this.#compiled.set(schema, compiled);
    }
    return compiled as CompiledSchema<T>;
  }
}

function sentTimeVisitor({ fields }: StructSchema): Visitor<undefined> | undefined {
  const names = fields.flatMap(({ name, schema }) => (schema.node === "time" && schema.isKeptAsSent ? [name] : []));
  if (names.length === 0) return undefined;
  return (value) => {
    const object = value as Record<string, unknown>;
    for (const name of names) {
      const sent = object[name];
      if (typeof sent !== "string") continue;
      const rounded = normalizeTime(sent);
      if (rounded === null) delete object[name];
      else object[name] = rounded;
    }
  };
}
