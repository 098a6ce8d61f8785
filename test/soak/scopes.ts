/** What the watchers of a soak look at. */
import type { Write } from "./write.ts";

export type Form = "objects" | "metadata" | "table";

export interface Scope {
  readonly name: string;
  readonly path: string;
  /** Parameters that select, for lists and watches. */
  readonly query: string;
  readonly form: Form;
  /** How many watchers it has. */
  readonly watchers: number;
  /** Whether a write's object belongs to it, with this tier. */
  readonly selects: (write: Write, tier: string | undefined) => boolean;
}

export const namespaces = ["soak-0", "soak-1", "soak-2", "soak-3"] as const;
/** The object that is looked at alone. */
export const hotName = "hot";

const isMap = ({ resource }: Write): boolean => resource === "configmaps";

export const scopes: readonly Scope[] = [
  { name: "all", path: "/api/v1/configmaps", query: "", form: "objects", watchers: 50, selects: isMap },
  {
    name: "namespace",
    path: `/api/v1/namespaces/${namespaces[1]}/configmaps`,
    query: "",
    form: "objects",
    watchers: 40,
    selects: (write) => isMap(write) && write.namespace === namespaces[1],
  },
  {
    name: "label",
    path: "/api/v1/configmaps",
    query: "labelSelector=tier%3Dgold",
    form: "objects",
    watchers: 30,
    selects: (write, tier) => isMap(write) && tier === "gold",
  },
  {
    name: "one",
    path: `/api/v1/namespaces/${namespaces[0]}/configmaps`,
    query: `fieldSelector=metadata.name%3D${hotName}`,
    form: "objects",
    watchers: 20,
    selects: (write) => isMap(write) && write.namespace === namespaces[0] && write.name === hotName,
  },
  {
    name: "pods",
    path: "/api/v1/pods",
    query: "",
    form: "objects",
    watchers: 20,
    selects: ({ resource }) => resource === "pods",
  },
  { name: "metadata", path: "/api/v1/configmaps", query: "", form: "metadata", watchers: 20, selects: isMap },
  {
    name: "secrets",
    path: "/api/v1/secrets",
    query: "",
    form: "objects",
    watchers: 10,
    selects: ({ resource }) => resource === "secrets",
  },
  {
    name: "table",
    path: `/api/v1/namespaces/${namespaces[2]}/configmaps`,
    query: "",
    form: "table",
    watchers: 10,
    selects: (write) => isMap(write) && write.namespace === namespaces[2],
  },
];

const accepted: Readonly<Record<Form, string>> = {
  objects: "application/json",
  metadata: "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
  table: "application/json;as=Table;g=meta.k8s.io;v=v1",
};

export function headersFor(form: Form): Record<string, string> {
  return { accept: accepted[form] };
}
