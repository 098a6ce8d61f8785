/** The flags of encryption, with the reference's names. */
import type { ExplicitValues, FlagSpec, FlagValues } from "../flags/flag-spec.ts";

/** Flags that select the configuration of encryption. */
export const encryptionFlags = [
  {
    name: "encryption-provider-config",
    type: "path",
    group: "Storage",
    doc: "File with an EncryptionConfiguration, which says how the objects of which resources are encrypted in the store.",
  },
  {
    name: "encryption-provider-config-automatic-reload",
    type: "boolean",
    default: false,
    group: "Storage",
    doc:
      "Load the file of --encryption-provider-config again when it changes. All key services then have one health check, " +
      "kms-providers.",
  },
] as const satisfies readonly FlagSpec[];

type EncryptionFlag = (typeof encryptionFlags)[number];

/** The file that configures encryption. */
export interface EncryptionConfig {
  /** Absolute path. */
  readonly path: string;
  /** Whether the server loads the file again when it changes. */
  readonly isReloaded: boolean;
}

/** The configuration, with the content of its file at the start. */
export interface LoadedEncryption extends EncryptionConfig {
  readonly content: string;
}

/** Returns the configuration that the flags describe. Undefined without encryption. */
export function encryptionConfig(
  values: FlagValues<EncryptionFlag>,
  absolute: (path: string | undefined) => string | undefined,
): EncryptionConfig | undefined {
  const path = absolute(values["encryption-provider-config"]);
  return path === undefined ? undefined : { path, isReloaded: values["encryption-provider-config-automatic-reload"] };
}

/** Returns the problems that only the combination of the flags shows. */
export function encryptionProblems(explicitValues: ExplicitValues<EncryptionFlag>): readonly string[] {
  const { "encryption-provider-config": path, "encryption-provider-config-automatic-reload": isReloaded } =
    explicitValues;
  if (path !== undefined || isReloaded !== true) return [];
  return ["--encryption-provider-config-automatic-reload must be set with --encryption-provider-config"];
}
