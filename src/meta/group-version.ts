/** Groups, versions, kinds and resources, and their text forms. The core group is the empty string. */

/** An API group and one of its versions. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** A kind and its API group. */
export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** A resource and its API group. */
export interface GroupResource {
  readonly group: string;
  /** Plural name of the resource. */
  readonly resource: string;
}

/** A kind in one version of its API group. */
export interface GroupVersionKind extends GroupVersion, GroupKind {}

/** A resource in one version of its API group. */
export interface GroupVersionResource extends GroupVersion, GroupResource {}

/** Returns `v1` for the core group, `apps/v1` for other groups. */
export function formatGroupVersion({ group, version }: GroupVersion): string {
  return group === "" ? version : `${group}/${version}`;
}

/** Returns the parts of an API version. Undefined if the text has more than one slash or an empty part. */
export function parseGroupVersion(apiVersion: string): GroupVersion | undefined {
  const parts = apiVersion.split("/");
  if (parts.length > 2 || parts.includes("")) return undefined;
  const [first = "", second] = parts;
  return second === undefined ? { group: "", version: first } : { group: first, version: second };
}

/** Returns a resource as messages name it: `pods` in the core group, `deployments.apps` in other groups. */
export function formatGroupResource({ group, resource }: GroupResource): string {
  return group === "" ? resource : `${resource}.${group}`;
}

/** Returns a kind as messages name it: `Pod` in the core group, `Deployment.apps` in other groups. */
export function formatGroupKind({ group, kind }: GroupKind): string {
  return group === "" ? kind : `${kind}.${group}`;
}

/** Returns a kind in one version as messages name it: `/v1, Kind=Pod` in the core group, `apps/v1, Kind=Deployment` in other groups. */
export function formatGroupVersionKind({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}, Kind=${kind}`;
}

/** Returns the type that an object names. As in the reference, an API version with more than one slash counts as empty. */
export function typeOfObject(apiVersion: string, kind: string): GroupVersionKind {
  const [first = "", second, ...rest] = apiVersion.split("/");
  if (rest.length > 0) return { group: "", version: "", kind };
  return second === undefined ? { group: "", version: first, kind } : { group: first, version: second, kind };
}

/** Returns the type that an object names, as messages name it. */
export function formatObjectType(apiVersion: string, kind: string): string {
  return formatGroupVersionKind(typeOfObject(apiVersion, kind));
}
