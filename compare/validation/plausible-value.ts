/** Plausible values of a field by its schema and name. Many are valid, the others almost valid. */
import type { Random } from "../../src/base/random.ts";
import type { Schema, StructSchema, TextSchema } from "../../src/schema/index.ts";
import { oneOf } from "../random-choices.ts";

/** Texts by the end of the field's name. The first match counts. */
const textsByName: readonly (readonly [RegExp, readonly string[]])[] = [
  [/apiVersion$/i, ["v1", "apps/v1"]],
  [/apiGroups?$/i, ["", "apps", "example.com"]],
  [/kind$/i, ["Pod", "Deployment", "User"]],
  [
    /(clusterIPs?|hostIPs?|podIPs?|^ips?|addresses|nameservers|externalIPs)$/i,
    ["192.0.2.7", "2001:db8::1", "10.96.3.4", "::ffff:10.96.3.5"],
  ],
  [/(cidrs?|ranges)$/i, ["10.1.0.0/16", "2001:db8::/64"]],
  [/(path|dir)$/i, ["/var/lib/data", "data/x"]],
  [/url$/i, ["https://hook.example.com/x"]],
  [/uid$/i, ["0b8b7f7e-1c1c-4f0e-9c55-2f0f6e6d1e11"]],
  [/key$/i, ["example.com/key", "app"]],
  [/operator$/i, ["In", "Exists", "Equal"]],
  [/effect$/i, ["NoSchedule", "NoExecute"]],
  [/policy$/i, ["Always", "Never", "Retain"]],
  [/mode$/i, ["Filesystem", "Block"]],
  [/protocol$/i, ["TCP", "UDP"]],
  [/(driver|provisioner|attacher)(name)?$/i, ["csi.example.com"]],
  [/controller$/i, ["example.com/controller"]],
  [/topologyKey$/i, ["kubernetes.io/hostname"]],
  [/status$/i, ["True", "False"]],
  [/fieldPath$/i, ["metadata.name", "spec.nodeName", "status.podIP"]],
  [/namespaces?$/i, ["default", "kube-system"]],
  [/(hostname|host)$/i, ["www.example.com", "web"]],
  [/schedule$/i, ["*/5 * * * *"]],
  [/timeZone$/i, ["Europe/Vienna"]],
  [/(messageExpression|valueExpression)$/i, ["'text'"]],
  [/expression$/i, ["true"]],
  [/image$/i, ["registry.example/web:1"]],
  [/finalizers$/i, ["example.com/hold", "kubernetes"]],
  [/type$/i, ["Ready", "Opaque", "ClusterIP"]],
  [/verbs?$/i, ["get", "*"]],
];

/**
 * Returns a plausible value.
 * @param name name of the field. Items have the name of their list.
 */
export function plausibleValue(schema: Schema, name: string, random: Random, depth: number): unknown {
  const pick = <T>(all: readonly T[]): T => oneOf(random, all);
  switch (schema.node) {
    case "text":
      return pick(textsFor(schema, name));
    case "integer":
      return pick(
        /port/i.test(name) ? [80, 8080, 30080] : /uid|gid|user|group/i.test(name) ? [0, 1000] : [0, 1, 2, 30, 300],
      );
    case "number":
      return pick([0.5, 1]);
    case "boolean":
      return random.below(2) === 0;
    case "bytes":
      return "YWJj";
    case "time":
      return "2025-01-01T00:00:00Z";
    case "microTime":
      return "2025-01-01T00:00:00.000001Z";
    case "duration":
      return "30s";
    case "quantity":
      return pick(["1", "100m", "1Gi"]);
    case "intOrString":
      return pick<unknown>([1, 80, "50%", "http"]);
    case "raw":
      return { apiVersion: "example.com/v1", kind: "Any", value: 1 };
    case "list":
      return Array.from({ length: 1 + random.below(2) }, () => plausibleValue(schema.items, name, random, depth));
    case "map":
      return {
        [pick(["app", "example.com/key", "cpu", "memory"])]: plausibleValue(schema.values, name, random, depth),
      };
    case "struct":
      return plausibleStruct(schema, random, depth);
    case "union":
      return plausibleStruct(schema.object.schema, random, depth);
  }
}

function textsFor(schema: TextSchema, name: string): readonly string[] {
  if (schema.enum && schema.enum.length > 0) return schema.enum;
  return textsByName.find(([pattern]) => pattern.test(name))?.[1] ?? ["web", "example"];
}

function plausibleStruct(schema: StructSchema, random: Random, depth: number): object {
  const fields = schema.fields.filter((field) => field.required || (depth > 0 && random.below(3) === 0));
  return Object.fromEntries(
    fields.map((field) => [field.name, plausibleValue(field.schema, field.name, random, depth - 1)]),
  );
}
