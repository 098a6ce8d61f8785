/** Groups, versions, kinds and resources, and the texts they are written as. The core group is the empty string. */

export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

export interface GroupResource {
  readonly group: string;
  /** The plural. */
  readonly resource: string;
}

export interface GroupVersionKind extends GroupVersion, GroupKind {}

export interface GroupVersionResource extends GroupVersion, GroupResource {}

/** `v1` in the core group, `apps/v1` elsewhere. */
export function formatGroupVersion({ group, version }: GroupVersion): string {
  return group === "" ? version : `${group}/${version}`;
}

/** @returns undefined when the text has more than one slash or an empty part */
export function parseGroupVersion(apiVersion: string): GroupVersion | undefined {
  const parts = apiVersion.split("/");
  if (parts.length > 2 || parts.includes("")) return undefined;
  const [first = "", second] = parts;
  return second === undefined ? { group: "", version: first } : { group: first, version: second };
}

/** `pods` in the core group, `deployments.apps` elsewhere: how messages name a resource. */
export function formatGroupResource({ group, resource }: GroupResource): string {
  return group === "" ? resource : `${resource}.${group}`;
}

/** `Pod` in the core group, `Deployment.apps` elsewhere: how messages name a kind. */
export function formatGroupKind({ group, kind }: GroupKind): string {
  return group === "" ? kind : `${kind}.${group}`;
}
