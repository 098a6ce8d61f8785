/** Creates of an object of a custom type with ten rules, compared with those of a type without rules. */
import type { FigureContext, Measurement } from "../../figure.ts";
import { createRequest } from "../../objects.ts";
import { startOrch } from "../../orch-server.ts";
import { compareRates, measurementOf, type RequestLoad } from "../rates.ts";
import { createType } from "./create-type.ts";
import { processorTimeOf } from "./object-rates.ts";

const clients = 16;
const group = "rules.example.com";
const raw = { name: "the same object without rules" };

const text = { type: "string", maxLength: 253 };
const port = { type: "integer", minimum: 1, maximum: 65_535 };

const listenerRules = [
  "self.protocol != 'HTTPS' || has(self.certificate)",
  "!has(self.certificate) || self.certificate.startsWith('cert-')",
];

const specRules = [
  "self.minReplicas <= self.replicas && self.replicas <= self.maxReplicas",
  "self.listeners.all(one, self.listeners.exists_one(other, other.port == one.port))",
  "self.hosts.all(host, host.endsWith('.example.com'))",
  "has(self.image) == (self.source == 'image')",
  "!has(self.timeout) || duration(self.timeout) <= duration('1h')",
  "size(self.labels) <= 20 && self.labels.all(name, !name.startsWith('internal/'))",
  "!has(self.image) || self.image.matches('^[a-z0-9./-]+(:[a-z0-9.]+)?$')",
];

const objectRules = ["self.metadata.name.size() <= 63"];

/** The ten rules, on the object, on its spec and on each of its listeners. */
const rules = [...listenerRules, ...specRules, ...objectRules];

function schemaOf({ hasRules }: { readonly hasRules: boolean }): object {
  const validations = (ofNode: readonly string[]): object =>
    hasRules ? { "x-kubernetes-validations": ofNode.map((rule) => ({ rule })) } : {};
  const listener = {
    type: "object",
    required: ["name", "port", "protocol"],
    properties: { name: text, port, protocol: { type: "string", enum: ["HTTP", "HTTPS"] }, certificate: text },
    ...validations(listenerRules),
  };
  const spec = {
    type: "object",
    required: ["replicas", "minReplicas", "maxReplicas", "listeners", "hosts", "source", "labels"],
    properties: {
      replicas: { type: "integer" },
      minReplicas: { type: "integer" },
      maxReplicas: { type: "integer" },
      source: text,
      image: text,
      timeout: text,
      hosts: { type: "array", maxItems: 32, items: text },
      labels: { type: "object", maxProperties: 32, additionalProperties: text },
      listeners: {
        type: "array",
        maxItems: 16,
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["name"],
        items: listener,
      },
    },
    ...validations(specRules),
  };
  return { type: "object", required: ["spec"], properties: { spec }, ...validations(objectRules) };
}

function numbered<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** The spec of the object, whose JSON has about 1 KB. */
const spec = {
  replicas: 3,
  minReplicas: 1,
  maxReplicas: 5,
  source: "image",
  timeout: "90s",
  image: "registry.example/team/service:v1.2.3",
  hosts: numbered(8, (index) => `shop-${index}.example.com`),
  labels: Object.fromEntries(numbered(8, (index) => [`label-${index}`, `value-of-label-${index}`])),
  listeners: numbered(4, (index) => ({
    name: `listener-${index}`,
    port: 8080 + index,
    ...(index % 2 === 0 ? { protocol: "HTTP" } : { protocol: "HTTPS", certificate: `cert-${index}` }),
  })),
};

/** Measures creates with and without rules. */
export async function measureRules(context: FigureContext): Promise<Measurement[]> {
  await using server = await startOrch();
  const loadOf = async (plural: string, kind: string, hasRules: boolean): Promise<RequestLoad> => {
    await createType(server, {
      group,
      names: { plural, singular: kind.toLowerCase(), kind },
      schema: schemaOf({ hasRules }),
    });
    const object = { apiVersion: `${group}/v1`, kind, metadata: { name: "o-########" }, spec };
    const template = createRequest(`/apis/${group}/v1/namespaces/default/${plural}`, object);
    return { target: server.target, protocol: "h2", clients, status: 201, template, serverPids: [server.pid] };
  };
  const name = `custom object of 1 KB with ${rules.length} rules: create, ${clients} clients`;
  const compared = await compareRates(
    context,
    await loadOf("ruled", "Ruled", true),
    await loadOf("unruled", "Unruled", false),
    name,
  );
  return [
    measurementOf(compared, { name, unit: "creates/s", raw, minRatio: 0.6 }),
    processorTimeOf(name, compared, raw.name),
  ];
}
