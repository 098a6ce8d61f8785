/** Rules of projected volumes, which combine several sources in one directory. */
import {
  type ClusterTrustBundleProjection,
  clusterTrustBundleProjection,
  type ProjectedVolumeSource,
  projectedVolumeSource,
  type ServiceAccountTokenProjection,
  type VolumeProjection,
} from "../../../api/core/v1/projected-volume.ts";
import type { PodSpec } from "../../../api/index.ts";
import { forbiddenField, invalidField, requiredField } from "../../../meta/field-error.ts";
import { checkFieldFormat } from "../../../meta/field-formats.ts";
import { checkFormat } from "../../../meta/formats.ts";
import { checkTrustBundleName, signerOfBundle } from "../../../meta/trust-bundle-name.ts";
import { type ErrorOrderEntry, type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { goLabelSelector } from "../../meta/go-values.ts";
import { previousValue } from "../../previous-value.ts";
import { at, renamed, reportFormat } from "../../reporting.ts";

/** Order of the errors of one source. Those of the source as a whole come last. */
const sourceOrder: readonly ErrorOrderEntry[] = [
  "secret",
  "configMap",
  "downwardAPI",
  "serviceAccountToken",
  "clusterTrustBundle",
  "",
];

/** Validation of projected volumes and trust bundles, with the order of their errors. */
export const projectedVolumeRules: readonly RuleEntry[] = [
  rulesFor(projectedVolumeSource, {
    validate: reportProjected,
    order: ["defaultMode", { list: "sources", order: sourceOrder }],
  }),
  rulesFor(clusterTrustBundleProjection, { validate: reportTrustBundle }),
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
  /** Text that a message about the file shows. */
  readonly shown: string;
}

/** Returns the files of a source. The reference does not compare the paths of tokens with other paths. */
function filesOf({ secret, configMap, downwardAPI, clusterTrustBundle }: VolumeProjection): readonly ProjectedFile[] {
  const named = [secret, configMap].flatMap((source) =>
    (source?.items ?? []).map(({ path }) => ({ path, shown: source?.name ?? "" })),
  );
  const plain = [...(downwardAPI?.items ?? []), ...(clusterTrustBundle ? [clusterTrustBundle] : [])];
  return [...named, ...plain.map(({ path }) => ({ path, shown: path }))];
}

/** Reports an invalid token. The reference reports its path with the path of the volume source. */
function reportToken(token: ServiceAccountTokenProjection, index: number, context: ValidationContext): void {
  const { expirationSeconds, path } = token;
  if (expirationSeconds !== undefined) {
    const reject = (why: string): void => {
      const where = at(context, `sources[${index}].serviceAccountToken.expirationSeconds`);
      context.report(invalidField(where, expirationSeconds, why));
    };
    if (expirationSeconds < tokenSecondsMin) reject("may not specify a duration less than 10 minutes");
    if (expirationSeconds > tokenSecondsMax) reject("may not specify a duration larger than 2^32 seconds");
  }
  const sortPath = at(context, `sources[${index}].serviceAccountToken.path`);
  if (path === "") context.report({ ...requiredField(at(context, "path")), sortPath });
  else if (!hadBadPath(context)) {
    for (const message of checkFormat("localNonReservedPath", path)) {
      context.report({ ...invalidField(at(context, "path"), path, message), sortPath });
    }
  }
}

/** Whether a token of the stored Pod has an invalid path. If so, invalid paths are allowed. */
function hadBadPath(context: ValidationContext): boolean {
  const former = previousValue<PodSpec>(renamed(context, /\.volumes\[\d+\]\.projected$/, ""));
  const tokens = (former?.volumes ?? []).flatMap(({ projected }) =>
    (projected?.sources ?? []).map(({ serviceAccountToken }) => serviceAccountToken),
  );
  return tokens.some((token) => token && checkFormat("localNonReservedPath", token.path).length > 0);
}

function reportTrustBundle(bundle: ClusterTrustBundleProjection, context: ValidationContext): void {
  const { name, signerName } = bundle;
  if (name !== undefined && signerName !== undefined) {
    context.report(invalidField(at(context, ""), bundle, "only one of name and signerName may be used"));
  } else if (name !== undefined) {
    reportBundleName(name, bundle, context);
  } else if (signerName === undefined) {
    context.report(requiredField(at(context, ""), "either name or signerName must be specified"));
  } else {
    const path = at(context, "signerName");
    if (signerName === "") context.report(requiredField(path, "must be a valid signer name"));
    for (const error of checkFieldFormat("signerName", path, signerName)) context.report(error);
  }
  reportFormat(context, "path", "localNonReservedPath", bundle.path);
}

function reportBundleName(
  name: string,
  { labelSelector }: ClusterTrustBundleProjection,
  context: ValidationContext,
): void {
  if (name === "") context.report(requiredField(at(context, "name"), "must be a valid object name"));
  for (const message of checkTrustBundleName(signerOfBundle(name), name)) {
    context.report(invalidField(at(context, "name"), name, `not a valid clustertrustbundlename: ${message}`));
  }
  if (!labelSelector) return;
  const why = "labelSelector must be unset if name is specified";
  context.report(invalidField(at(context, "labelSelector"), goLabelSelector(labelSelector), why));
}
