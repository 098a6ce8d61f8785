/** Scopes: the sets of objects that watchers of a soak watch. */
import type { AcknowledgedWrite } from "./acknowledged-write.ts";

/** Form of the events that a watcher requests. */
export type EventForm = "objects" | "metadata" | "table";

/** A set of objects that watchers list and watch. */
export interface WatchScope {
  readonly name: string;
  readonly path: string;
  /** Query parameters that select the objects, for lists and watches. */
  readonly query: string;
  readonly form: EventForm;
  /** Number of watchers. */
  readonly watchers: number;
  /** Whether the scope contains the object of a write if the object has this tier. */
  readonly selects: (write: AcknowledgedWrite, tier: string | undefined) => boolean;
}

/** Namespaces of the objects. */
export const namespaces = ["soak-0", "soak-1", "soak-2", "soak-3"] as const;
/** Name of the object that has its own scope. It receives more writes than others. */
export const hotName = "hot";

const isMap = ({ resource }: AcknowledgedWrite): boolean => resource === "configmaps";

/** All scopes of a soak. */
export const scopes: readonly WatchScope[] = [
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

const accepted: Readonly<Record<EventForm, string>> = {
  objects: "application/json",
  metadata: "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
  table: "application/json;as=Table;g=meta.k8s.io;v=v1",
};

/** Returns the headers that request events in a form. */
export function headersFor(form: EventForm): Record<string, string> {
  return { accept: accepted[form] };
}
