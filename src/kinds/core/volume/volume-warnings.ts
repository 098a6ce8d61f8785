/** Warnings about volumes: deprecated plugins, and claims for fractions of bytes. */
import type { Volume } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { claimSpecWarnings } from "../persistent-volume/persistent-volume-claim-warnings.ts";

interface Retirement {
  readonly deprecated: string;
  /** Release since which the plugin does not work. */
  readonly useless?: string;
  /** Spelling of the source in messages, where it differs from the field. */
  readonly spelling?: string;
}

const retirements = {
  photonPersistentDisk: { deprecated: "v1.11", useless: "v1.16+" },
  gitRepo: { deprecated: "v1.11" },
  scaleIO: { deprecated: "v1.16", useless: "v1.22+" },
  flocker: { deprecated: "v1.22", useless: "v1.25+" },
  storageos: { deprecated: "v1.22", useless: "v1.25+", spelling: "storageOS" },
  quobyte: { deprecated: "v1.22", useless: "v1.25+" },
  glusterfs: { deprecated: "v1.25", useless: "v1.26+" },
  cephfs: { deprecated: "v1.28", useless: "v1.31+" },
  rbd: { deprecated: "v1.28", useless: "v1.31+" },
} satisfies Partial<Record<keyof Volume, Retirement>>;

/** Field of a volume source that is deprecated. */
export type RetiredSource = keyof typeof retirements;

/** Returns a text such as `glusterfs: deprecated in v1.25, non-functional in v1.26+`. */
export function retirementAdvice(name: RetiredSource): string {
  const { deprecated, useless, spelling = name }: Retirement = retirements[name];
  return `${spelling}: deprecated in ${deprecated}${useless ? `, non-functional in ${useless}` : ""}`;
}

const retiredSources = Object.keys(retirements) as RetiredSource[];

/**
 * Returns the warnings about a list of volumes.
 * @param path of the list
 */
export function volumeWarnings(volumes: readonly DeepReadonly<Volume>[], path: string): string[] {
  return volumes.flatMap((volume, index) => {
    const retired = retiredSources.filter((name) => volume[name] !== undefined);
    const claim = volume.ephemeral?.volumeClaimTemplate?.spec;
    return [
      ...retired.map((name) => `${path}[${index}].${retirementAdvice(name)}`),
      ...(claim ? claimSpecWarnings(claim, `${path}[${index}].ephemeral.volumeClaimTemplate.spec`) : []),
    ];
  });
}
