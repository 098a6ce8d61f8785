/** Formats the explanation of a type or a field. */

import { nearestName } from "../../base/nearest-name.ts";
import { getOwn } from "../../base/own-property.ts";
import { stringifyJson } from "../../codec/index.ts";
import { formatGroupVersion, type GroupVersionKind } from "../../meta/group-version.ts";
import type { Paint } from "../screen/paint.ts";
import { textWidth } from "../screen/text-width.ts";
import { CommandError } from "../terminal.ts";
import type { ApiSchema, ApiSchemas, FieldSchema } from "./api-schema.ts";

/** How an explanation is formatted: depth, colours and line width. */
export interface ExplanationOptions {
  /** Whether nested fields are shown as well, with names and types only. */
  readonly isRecursive: boolean;
  readonly paint: Paint;
  /** Maximum width of a line. */
  readonly columns: number;
}

/** A type, or the field at a path in it. */
export interface ExplainedField extends GroupVersionKind {
  readonly schema: ApiSchema;
  readonly path: readonly string[];
}

/**
 * Returns the explanation as lines.
 * @throws CommandError for an unknown field, with the most similar name
 */
export function explanation(
  schemas: ApiSchemas,
  explained: ExplainedField,
  options: ExplanationOptions,
): readonly string[] {
  const field = fieldAt(schemas, explained);
  const { paint, columns, isRecursive } = options;
  const place = [explained.kind, ...explained.path].join(".");
  const isRoot = explained.path.length === 0;
  const head = [
    `${paint("bold", place)}${isRoot ? "" : ` <${paint("cyan", field.typeName)}>`}   in ${formatGroupVersion(explained)}`,
  ];
  const text = field.descriptions.flatMap((one) => wrapped(one, { indent: 2, columns }));
  const facts = factsOf(field).map((fact) => `  ${fact}`);
  const names = Object.keys(field.fields);
  const body = isRecursive
    ? treeLines(schemas, field, { indent: 2, seen: field.refs, paint })
    : names.sort().flatMap((name) => fieldLines(schemas, field, name, options));
  const fields = names.length === 0 ? [] : ["", paint("bold", "Fields:"), ...body];
  return [...head, "", ...text, ...(facts.length > 0 ? ["", ...facts] : []), ...fields];
}

/** @throws CommandError */
function fieldAt(schemas: ApiSchemas, { schema, path, kind }: ExplainedField): FieldSchema {
  let field = schemas.field(schema);
  path.forEach((name, index) => {
    const next = getOwn(field.fields, name);
    if (!next) throw noSuchField(field, { name, place: [kind, ...path.slice(0, index)].join(".") });
    field = schemas.field(next);
  });
  return field;
}

function noSuchField({ fields }: FieldSchema, { name, place }: { name: string; place: string }): CommandError {
  const names = Object.keys(fields);
  if (names.length === 0)
    return new CommandError(`${place} has no fields, so there is no ${JSON.stringify(name.slice(0, 100))} in it`);
  const suggestion = nearestName(name.slice(0, 100), names);
  const hint = suggestion === undefined ? `; it has ${shownNames(names)}` : `; did you mean ${suggestion}?`;
  return new CommandError(`${place} has no field ${JSON.stringify(name.slice(0, 100))}${hint}`);
}

const namesMax = 20;

function shownNames(names: readonly string[]): string {
  const more = names.length > namesMax ? `, and ${names.length - namesMax} more` : "";
  return names.toSorted().slice(0, namesMax).join(", ") + more;
}

function factsOf({ values, default: fallback, descriptions }: FieldSchema): readonly string[] {
  const isSaid = descriptions.some((text) => text.includes("Default:"));
  return [
    ...(values.length > 0
      ? [`One of: ${values.map((value) => (value === "" ? '""' : String(value))).join(", ")}`]
      : []),
    ...(fallback === undefined || isSaid
      ? []
      : [`Default: ${typeof fallback === "string" ? fallback : stringifyJson(fallback)}`]),
  ];
}

function fieldLines(
  schemas: ApiSchemas,
  parent: FieldSchema,
  name: string,
  { paint, columns }: ExplanationOptions,
): readonly string[] {
  const field = schemas.field(parent.fields[name] ?? {});
  const [description = ""] = field.descriptions;
  return [
    `  ${fieldHead(field, { name, isRequired: parent.required.includes(name), paint })}`,
    ...wrapped(description, { indent: 4, columns }),
    ...factsOf(field).flatMap((fact) => wrapped(fact, { indent: 4, columns })),
    "",
  ];
}

interface HeadOptions {
  readonly name: string;
  readonly isRequired: boolean;
  readonly paint: Paint;
}

function fieldHead({ typeName }: FieldSchema, { name, isRequired, paint }: HeadOptions): string {
  return `${paint("bold", name)} <${paint("cyan", typeName)}>${isRequired ? ` ${paint("yellow", "required")}` : ""}`;
}

interface TreeOptions {
  readonly indent: number;
  /** Types that contain this one. A type that contains itself is listed, but its fields are not repeated. */
  readonly seen: readonly string[];
  readonly paint: Paint;
}

function treeLines(schemas: ApiSchemas, parent: FieldSchema, { indent, seen, paint }: TreeOptions): readonly string[] {
  return Object.keys(parent.fields)
    .sort()
    .flatMap((name) => {
      const field = schemas.field(parent.fields[name] ?? {});
      const head = fieldHead(field, { name, isRequired: parent.required.includes(name), paint });
      const isFollowed = !field.refs.some((ref) => seen.includes(ref));
      const more = { indent: indent + 2, seen: [...seen, ...field.refs], paint };
      return [" ".repeat(indent) + head, ...(isFollowed ? treeLines(schemas, field, more) : [])];
    });
}

function wrapped(text: string, { indent, columns }: { indent: number; columns: number }): readonly string[] {
  const margin = " ".repeat(indent);
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((one) => one !== "")) {
    const last = lines.at(-1);
    if (last === undefined || textWidth(last) + 1 + textWidth(word) > columns) lines.push(margin + word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
