/** Volumes that put several sources into one directory. */
import {
  type ProjectedVolumeSource,
  projectedVolumeSource,
  type ServiceAccountTokenProjection,
  type VolumeProjection,
} from "../../api/core/v1/projected-volume.ts";
import { forbiddenField, invalidField, requiredField } from "../../meta/field-error.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { at, reportFormat } from "../reporting.ts";

export const projectedVolumeRules: readonly RuleEntry[] = [
  rulesFor(projectedVolumeSource, { validate: reportProjected }),
];

const tokenSecondsMin = 600;
const tokenSecondsMax = 2 ** 32;

function reportProjected({ sources, defaultMode }: ProjectedVolumeSource, context: ValidationContext): void {
  const paths = new Set<string>();
  (sources ?? []).forEach((source, index) => {
    if (Object.keys(source).length > 1) {
      const why = "may not specify more than 1 volume type per source";
      context.report(forbiddenField(at(context, `sources[${index}]`), why));
    }
    for (const { path, shown } of filesOf(source)) {
      if (paths.has(path)) context.report(invalidField(at(context, ""), shown, "conflicting duplicate paths"));
      if (path !== "") paths.add(path);
    }
    if (source.serviceAccountToken) reportToken(source.serviceAccountToken, index, context);
  });
  if (defaultMode !== undefined) reportFormat(context, "defaultMode", "fileMode", defaultMode);
}

interface ProjectedFile {
  readonly path: string;
  /** What a message about the file shows. */
  readonly shown: string;
}

/** Tokens may share a path with other files. */
function filesOf({ secret, configMap, downwardAPI, clusterTrustBundle }: VolumeProjection): readonly ProjectedFile[] {
  const named = [secret, configMap].flatMap((source) =>
    (source?.items ?? []).map(({ path }) => ({ path, shown: source?.name ?? "" })),
  );
  const plain = [...(downwardAPI?.items ?? []), ...(clusterTrustBundle ? [clusterTrustBundle] : [])];
  return [...named, ...plain.map(({ path }) => ({ path, shown: path }))];
}

/** Errors about the path stand at the volume source, as clients know them. */
function reportToken(token: ServiceAccountTokenProjection, index: number, context: ValidationContext): void {
  const { expirationSeconds, path } = token;
  if (expirationSeconds !== undefined) {
    const refuse = (why: string): void => {
      const where = at(context, `sources[${index}].serviceAccountToken.expirationSeconds`);
      context.report(invalidField(where, expirationSeconds, why));
    };
    if (expirationSeconds < tokenSecondsMin) refuse("may not specify a duration less than 10 minutes");
    if (expirationSeconds > tokenSecondsMax) refuse("may not specify a duration larger than 2^32 seconds");
  }
  if (path === "") context.report(requiredField(at(context, "path")));
  else reportFormat(context, "path", "localNonReservedPath", path);
}
