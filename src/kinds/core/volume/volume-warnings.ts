/** Advice on volumes: plugins that are on their way out, and claims for fractions of bytes. */
import type { Volume } from "../../../api/index.ts";
import { claimSpecWarnings } from "../persistent-volume/persistent-volume-claim-warnings.ts";

interface Retirement {
  readonly deprecated: string;
  /** Since when it does nothing any more. */
  readonly useless?: string;
  /** How messages spell the source, where it is not the field's name. */
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

export type RetiredSource = keyof typeof retirements;

/** `glusterfs: deprecated in v1.25, non-functional in v1.26+`. */
export function retirementAdvice(name: RetiredSource): string {
  const { deprecated, useless, spelling = name }: Retirement = retirements[name];
  return `${spelling}: deprecated in ${deprecated}${useless ? `, non-functional in ${useless}` : ""}`;
}

const retiredSources = Object.keys(retirements) as RetiredSource[];

/** @param path of the list */
export function volumeWarnings(volumes: readonly Volume[], path: string): string[] {
  return volumes.flatMap((volume, index) => {
    const retired = retiredSources.filter((name) => volume[name] !== undefined);
    const claim = volume.ephemeral?.volumeClaimTemplate?.spec;
    return [
      ...retired.map((name) => `${path}[${index}].${retirementAdvice(name)}`),
      ...(claim ? claimSpecWarnings(claim, `${path}[${index}].ephemeral.volumeClaimTemplate.spec`) : []),
    ];
  });
}
