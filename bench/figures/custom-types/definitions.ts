/** Definitions of custom types of a chosen size. Their schemas resemble those of operators: nested, with descriptions and limits. */

/** Path of the definitions. */
export const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** A custom type whose objects are namespaced. Each type has its own group. */
export interface NumberedType {
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
  readonly definition: object;
}

const fieldsPerObject = 12;
const words =
  "whether the operator of this cluster restarts a replica after its volume or certificate has changed".split(" ");

/** Returns a sentence. Different numbers have different sentences. */
function description(number: number): string {
  const text = Array.from({ length: 9 }, (_, index) => words[(number * 7 + index * (1 + (number % 5))) % words.length]);
  return `${text.join(" ")} (${number}).`;
}

const leaves: readonly ((number: number) => object)[] = [
  () => ({ type: "string", maxLength: 253 }),
  () => ({ type: "integer", format: "int32", minimum: 0 }),
  () => ({ type: "boolean" }),
  () => ({ type: "string", enum: ["Always", "Never", "OnFailure"] }),
  () => ({ type: "object", additionalProperties: { type: "string" } }),
  () => ({ type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" }),
  () => ({ "x-kubernetes-int-or-string": true }),
  () => ({ type: "string", pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$" }),
];

/** Adds properties to a schema until it has this many bytes. */
class SchemaWriter {
  #number = 0;
  #bytesLeft: number;

  constructor(bytes: number) {
    this.#bytesLeft = bytes;
  }

  object(depth: number): object {
    const properties: Record<string, object> = {};
    const fieldsMax = depth === 0 ? Number.POSITIVE_INFINITY : fieldsPerObject;
    for (let count = 0; count < fieldsMax && this.#bytesLeft > 0; count++) {
      const number = this.#number++;
      const isNested = depth < 4 && number % 6 === 5;
      const field = isNested ? this.object(depth + 1) : (leaves[number % leaves.length]?.(number) ?? {});
      const property = { description: description(number), ...field };
      const ownBytes = JSON.stringify(isNested ? { ...property, properties: {} } : property).length;
      this.#bytesLeft -= ownBytes + 15;
      properties[`field${number}`] = property;
    }
    return { type: "object", properties };
  }
}

/** Returns a schema of about this many bytes of JSON. */
export function schemaOfBytes(bytes: number): object {
  const spec = new SchemaWriter(bytes).object(0);
  const status = { type: "object", properties: { phase: { type: "string" }, observed: { type: "integer" } } };
  return { type: "object", properties: { spec, status } };
}

/** Returns a type with one version `v1`. */
export function numberedType(number: number, schema: object): NumberedType {
  const text = String(number).padStart(4, "0");
  const [group, plural, kind] = [`g${text}.example.com`, `widgets${text}`, `Widget${text}`];
  const definition = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: {
        plural,
        singular: `widget${text}`,
        kind,
        shortNames: [`w${text}`],
        categories: ["all"],
      },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: schema },
          subresources: { status: {} },
          additionalPrinterColumns: [{ name: "Phase", type: "string", jsonPath: ".status.phase" }],
        },
      ],
    },
  };
  return { group, plural, kind, definition };
}

const schemaBytes = [30_000, 55_000, 95_000, 170_000, 300_000] as const;

/** Returns schemas of 30 KB to 300 KB. */
export function sizedSchemas(): readonly object[] {
  return schemaBytes.map(schemaOfBytes);
}
