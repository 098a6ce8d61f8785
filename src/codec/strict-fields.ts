/**
 * Finds the errors of strict decoding: unknown fields and duplicate keys, in the order of the body. Runs only for
 * bodies that have some, because comparing numbers of keys is faster.
 */
import { isJsonObject } from "../base/json-object.ts";
import { goQuote } from "../meta/go-quote.ts";
import { fieldOf, plainDocument, type Schema } from "../schema/index.ts";
import { type StructuralSchema, unknownFields } from "../structural/index.ts";
import { type JsonNode, type JsonObjectNode, jsonNodeOf } from "./json/json-node.ts";

/** Maximum number of reported errors. A body can contain a million. */
const complaintsMax = 100;
/** Maximum length of a shown path. Its keys come from the client, and each error repeats them. */
const pathCharsMax = 1000;

/** Format of the paths of fields in messages. */
export interface PathForm {
  /** Returns the path in quotation marks. */
  readonly quote: (path: string) => string;
  /** Whether paths leave out the keys of maps. */
  readonly omitsMapKeys: boolean;
}

const defaultPathForm: PathForm = { quote: goQuote, omitsMapKeys: false };

/**
 * Returns errors such as `unknown field "spec.foo"` and `duplicate field "data.a"`.
 * @param schema undefined if every field is known; only duplicates are then reported
 */
export function strictFieldErrors(root: JsonNode, schema: Schema | undefined, form = defaultPathForm): string[] {
  const walk = new StrictWalk(form);
  if (schema?.node === "struct" && schema.members) walk.visitCustomObject(root, schema, schema.members.schema);
  else walk.visit(root, schema, "");
  return walk.complaints;
}

class StrictWalk {
  readonly complaints: string[] = [];
  readonly #form: PathForm;

  constructor(form: PathForm) {
    this.#form = form;
  }

  /** @param schema undefined if the type is unknown; only duplicates are then reported */
  visit(node: JsonNode, schema: Schema | undefined, path: string): void {
    if (typeof node !== "object" || node === null || this.complaints.length >= complaintsMax) return;
    // The reference reads these types with custom decoders, which are not strict.
    if (schema?.node === "union" || (schema?.node === "raw" && !isUntyped(schema))) return;
    if (node.kind === "array") {
      const items = schema?.node === "list" ? schema.items : undefined;
      node.items.forEach((item, index) => this.visit(item, items, `${path}[${index}]`));
    } else {
      this.#visitMembers(node, schema, path);
    }
  }

  /**
   * As in the reference, duplicate keys are reported before unknown fields, and unknown fields of the metadata before others,
   * which are sorted. Unknown fields of the metadata of objects inside it come last.
   */
  visitCustomObject(root: JsonNode, schema: Schema, members: StructuralSchema): void {
    this.visit(root, undefined, "");
    if (typeof root !== "object" || root?.kind !== "object") return;
    const metadata = schema.node === "struct" ? fieldOf(schema, "metadata") : undefined;
    for (const { key, value } of root.members) if (key === "metadata") this.visit(value, metadata?.schema, key);
    const value = plainDocument(root);
    if (!isJsonObject(value)) return;
    const unknown = unknownFields(members, value);
    for (const path of unknown.paths) this.#complain("unknown", path);
    for (const [path, inner] of unknown.metadata) this.visit(jsonNodeOf(inner), metadata?.schema, path);
  }

  #visitMembers(node: JsonObjectNode, schema: Schema | undefined, path: string): void {
    const seen = new Set<string>();
    const isKeyless = this.#form.omitsMapKeys && schema?.node === "map";
    for (const { key, value } of node.members) {
      const inner = isKeyless ? path : path === "" ? key : `${path}.${key}`;
      const field = schema?.node === "struct" ? fieldOf(schema, key) : undefined;
      if (schema?.node === "struct" && !field) {
        this.#complain("unknown", inner);
        continue;
      }
      if (seen.has(key)) this.#complain("duplicate", inner);
      seen.add(key);
      this.visit(value, field?.schema ?? (schema?.node === "map" ? schema.values : undefined), inner);
    }
  }

  #complain(what: "unknown" | "duplicate", path: string): void {
    const shown = path.length > pathCharsMax ? `${path.slice(0, pathCharsMax)}...` : path;
    const text = `${what} field ${this.#form.quote(shown)}`;
    if (this.complaints.length < complaintsMax && !this.complaints.includes(text)) this.complaints.push(text);
  }
}

/** Whether the reference decodes the value as any JSON, without a custom decoder. */
function isUntyped({ content, type }: Schema & { readonly node: "raw" }): boolean {
  return content === "any" && type === undefined;
}
