/** The schema of `self` for `orch cel`. */
import { isJsonObject, type ReadonlyJsonObject } from "../../base/json-object.ts";
import {
  type DeclaredType,
  declareType,
  readStructuralSchema,
  resourceSchema,
  type StructuralSchema,
} from "../../cel/index.ts";
import { objectsInFile } from "../selection/object-files.ts";
import { CommandError, type Terminal } from "../terminal.ts";
import type { CelCommand } from "./cel-command.ts";

/** The schema of `self`, and its type. */
export interface SelfSchema {
  readonly schema: StructuralSchema;
  readonly type: DeclaredType;
}

/** The beginning of the names of types, as in messages of the server, which adds digits. */
const typeName = "selfType";

/** Returns the schema; undefined if the command has none. @throws CommandError if the file contains no schema with a type */
export async function readSelfSchema(command: CelCommand, terminal: Terminal): Promise<SelfSchema | undefined> {
  const { schemaFile: file, schemaVersion, vocabulary } = command;
  if (file === undefined) return undefined;
  const [object] = await objectsInFile(file, terminal);
  if (!isJsonObject(object)) throw new CommandError(`${file} contains no schema`);
  const definition = object["kind"] === "CustomResourceDefinition";
  const json = definition ? schemaOfVersion(file, object, schemaVersion) : object;
  const read = readStructuralSchema(json, vocabulary);
  const schema = definition ? resourceSchema(read) : read;
  const type = declareType(schema, typeName);
  if (!type) throw new CommandError(`${file}: the schema has no type that expressions can use`);
  return { schema, type };
}

function schemaOfVersion(file: string, definition: ReadonlyJsonObject, name: string | undefined): ReadonlyJsonObject {
  const { spec } = definition;
  const all = isJsonObject(spec) && Array.isArray(spec["versions"]) ? spec["versions"].filter(isJsonObject) : [];
  const names = all.map((version) => String(version["name"])).join(", ");
  const found = all.filter((version) => name === undefined || version["name"] === name);
  const [version, another] = found;
  if (another) throw new CommandError(`${file} has the versions ${names}; choose one with --version`);
  if (!version) throw new CommandError(`${file} has no version ${name ?? ""}; it has: ${names}`);
  const schema = isJsonObject(version["schema"]) ? version["schema"]["openAPIV3Schema"] : undefined;
  if (!isJsonObject(schema)) throw new CommandError(`${file}: version ${String(version["name"])} has no schema`);
  return schema;
}
