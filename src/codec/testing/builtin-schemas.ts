/** The schemas of the built-in kinds, for tests that compare with objects of the reference. */
import { scale } from "../../api/autoscaling/v1/scale.ts";
import { builtinKinds } from "../../api/builtin.ts";
import { binding } from "../../api/core/v1/binding.ts";
import { deleteOptions } from "../../api/meta/v1/delete-options.ts";
import { status } from "../../api/meta/v1/status.ts";
import { eviction } from "../../api/policy/v1/eviction.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import { type Name, vocabularies } from "../../meta/vocabulary.ts";
import type { StructSchema } from "../../schema/index.ts";

const kinds: readonly { group: Name; version: string; kind: string; schema: StructSchema }[] = [
  ...builtinKinds,
  { group: scale.group, version: scale.version, kind: scale.kind, schema: scale.schema },
  { group: binding.group, version: binding.version, kind: binding.kind, schema: binding.schema },
  { group: eviction.group, version: eviction.version, kind: eviction.kind, schema: eviction.schema },
  { group: "", version: "v1", kind: "DeleteOptions", schema: deleteOptions },
  { group: "", version: "v1", kind: "Status", schema: status },
];

/** Schemas by apiVersion and kind in the reference's spelling: `apps/v1 Deployment`. */
export const builtinSchemas: ReadonlyMap<string, StructSchema> = new Map(
  kinds.map(({ group, version, kind, schema }) => {
    const apiVersion = formatGroupVersion({ group: vocabularies.kubernetes.bind(group), version });
    return [`${apiVersion} ${kind}`, schema];
  }),
);
