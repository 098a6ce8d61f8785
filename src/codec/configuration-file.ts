/** Reads configuration files. Values of wrong types are errors, and usually also unknown and repeated fields. */
import { ConfigurationError } from "../meta/configuration/configuration-error.ts";
import { group, type Vocabulary, vocabularies } from "../meta/vocabulary.ts";
import type { StructSchema } from "../schema/index.ts";
import { decodeTypedDocument, parseTypedDocument, type TypedDocument, unregisteredType } from "./typed-document.ts";

const configurationGroup = group("apiserver.config");

/** Kinds of configuration files that the reference can tell apart, by version. */
const configurationKinds: ReadonlyMap<string, readonly string[]> = new Map([
  ["v1", ["AdmissionConfiguration", "AuthorizationConfiguration", "EncryptionConfiguration"]],
  ["v1alpha1", ["AuthenticationConfiguration", "AuthorizationConfiguration", "TracingConfiguration"]],
  ["v1beta1", ["AuthenticationConfiguration", "AuthorizationConfiguration", "TracingConfiguration"]],
]);

/** A type of documents that a reader knows. */
export interface RegisteredType<T extends object> {
  /** In the cluster's vocabulary. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Absent for types that the reader knows, but does not accept. */
  readonly schema?: StructSchema<T> | undefined;
}

/** All types that a reader knows. */
export interface RegisteredTypes<T extends object> {
  readonly types: readonly RegisteredType<T>[];
  /** The reference's name of its table of types, for messages. */
  readonly typeTable: string;
  /** Returns the message about a document of a known type that is not accepted. */
  readonly wrongKind?: (kind: string, apiVersion: string) => string;
  /** Whether unknown and repeated fields are ignored. Default: false. */
  readonly ignoresUnknown?: boolean;
}

/** A kind of configuration file of the API server. */
export interface ConfigurationType<T extends object> {
  readonly vocabulary: Vocabulary;
  readonly kind: string;
  /** Schemas of the versions in which a file can be written, by version. */
  readonly schemas: ReadonlyMap<string, StructSchema<T>>;
  /** The reference's name of its table of types, for messages. */
  readonly typeTable: string;
}

/**
 * Returns the configuration in a YAML or JSON file that is not empty.
 * @throws ConfigurationError with the reference's message, but without the document
 */
export function readConfigurationFile<T extends object>(bytes: Buffer, type: ConfigurationType<T>): T {
  return readConfigurationDocument(bytes, {
    types: apiServerTypes(type),
    typeTable: type.typeTable,
    wrongKind: (kind) => `expected ${type.kind}, got *apiserver.${kind}`,
  });
}

/**
 * Returns the vocabulary in whose group the configuration file is written. Undefined if the file has no such group, or cannot be
 * parsed.
 */
export function vocabularyOfConfiguration(bytes: Buffer): Vocabulary | undefined {
  let document: TypedDocument;
  try {
    document = parseTypedDocument(bytes);
  } catch (error) {
    if (error instanceof ConfigurationError) return undefined;
    throw error;
  }
  const { groupVersion } = document;
  return Object.values(vocabularies).find((vocabulary) => vocabulary.bind(configurationGroup) === groupVersion?.group);
}

/** Returns all types of configuration files of the API server. Those of one kind have a schema. */
export function apiServerTypes<T extends object>({
  vocabulary,
  kind: accepted,
  schemas,
}: Omit<ConfigurationType<T>, "typeTable">): readonly RegisteredType<T>[] {
  const groupName = vocabulary.bind(configurationGroup);
  const known = [...configurationKinds].flatMap(([version, kinds]) => kinds.map((kind) => ({ version, kind })));
  const others = known.filter(({ version, kind }) => kind !== accepted || !schemas.has(version));
  return [
    ...[...schemas].map(([version, schema]) => ({ group: groupName, version, kind: accepted, schema })),
    ...others.map((type) => ({ group: groupName, ...type })),
  ];
}

/**
 * Returns the configuration in a YAML or JSON document.
 * @throws ConfigurationError with the reference's message, but without the document
 */
export function readConfigurationDocument<T extends object>(bytes: Buffer, types: RegisteredTypes<T>): T {
  const document = parseTypedDocument(bytes);
  return decodeTypedDocument(document, schemaOf(document, types), { isStrict: types.ignoresUnknown !== true });
}

/** Returns the schema of a document's type. @throws ConfigurationError if the document is of another type */
function schemaOf<T extends object>(
  document: TypedDocument,
  { types, typeTable, wrongKind = (kind) => `unexpected type: ${kind}` }: RegisteredTypes<T>,
): StructSchema<T> {
  const { kind, groupVersion } = document;
  // The reference adds the document. It may contain keys or tokens, also if it is a wrong file.
  if (kind === "") throw new ConfigurationError("Object 'Kind' is missing");
  if (!groupVersion) throw new ConfigurationError("Object 'apiVersion' is missing");
  const type = registeredType(document, types);
  if (!type) throw unregisteredType(document, typeTable);
  if (!type.schema) throw new ConfigurationError(wrongKind(kind, document.apiVersion));
  return type.schema;
}

/** Returns the type of a document. Undefined if it is not one of these. */
export function registeredType<T extends object>(
  { kind, groupVersion }: TypedDocument,
  types: readonly RegisteredType<T>[],
): RegisteredType<T> | undefined {
  return types.find(
    (one) => one.kind === kind && one.group === groupVersion?.group && one.version === groupVersion.version,
  );
}
