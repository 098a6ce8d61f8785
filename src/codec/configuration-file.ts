/** Reads configuration files strictly: unknown and repeated fields and values of wrong types are errors. */
import { ConfigurationError } from "../meta/configuration-error.ts";
import { group, type Vocabulary } from "../meta/vocabulary.ts";
import type { StructSchema } from "../schema/index.ts";
import { decodeTypedDocument, parseTypedDocument, type TypedDocument, unregisteredType } from "./typed-document.ts";

const configurationGroup = group("apiserver.config");

/** Kinds of configuration files that the reference can tell apart, by version. */
const configurationKinds: ReadonlyMap<string, readonly string[]> = new Map([
  ["v1", ["AdmissionConfiguration", "AuthorizationConfiguration", "EncryptionConfiguration"]],
  ["v1alpha1", ["AuthenticationConfiguration", "AuthorizationConfiguration", "TracingConfiguration"]],
  ["v1beta1", ["AuthenticationConfiguration", "AuthorizationConfiguration", "TracingConfiguration"]],
]);

/** A kind of configuration file. */
export interface ConfigurationType<T extends object> {
  readonly vocabulary: Vocabulary;
  readonly kind: string;
  /** Schemas of the versions in which a file can be written, by version. */
  readonly schemas: ReadonlyMap<string, StructSchema<T>>;
  /** The reference's name of its table of types, for messages. */
  readonly typeTable: string;
}

/** Maximum length of a document that an error shows. */
const shownCharsMax = 1000;

/**
 * Returns the configuration in a YAML or JSON file that is not empty.
 * @throws ConfigurationError with the reference's message
 */
export function readConfigurationFile<T extends object>(bytes: Buffer, type: ConfigurationType<T>): T {
  const document = parseTypedDocument(bytes);
  return decodeTypedDocument(document, schemaOf(document, type), { isStrict: true });
}

/** Returns the schema of a document's version. @throws ConfigurationError if the document is of another type */
function schemaOf<T extends object>(document: TypedDocument, type: ConfigurationType<T>): StructSchema<T> {
  const { text, kind, groupVersion } = document;
  const shown = text.slice(0, shownCharsMax);
  if (kind === "") throw new ConfigurationError(`Object 'Kind' is missing in '${shown}'`);
  if (!groupVersion) throw new ConfigurationError(`Object 'apiVersion' is missing in '${shown}'`);
  if (groupVersion.group === type.vocabulary.bind(configurationGroup)) {
    const schema = kind === type.kind ? type.schemas.get(groupVersion.version) : undefined;
    if (schema) return schema;
    if (configurationKinds.get(groupVersion.version)?.includes(kind)) {
      throw new ConfigurationError(`expected ${type.kind}, got *apiserver.${kind}`);
    }
  }
  throw unregisteredType(document, type.typeTable);
}
