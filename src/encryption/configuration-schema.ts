/** The structured configuration of encryption: which providers write and read the objects of which resources. */
import {
  duration,
  int32,
  list,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
  typeMetaFields,
} from "../schema/index.ts";

/** A named key. */
export interface KeyConfiguration {
  name: string;
  /** In base64. */
  secret: string;
}

/** The keys of a provider. The first one writes. */
export interface KeysConfiguration {
  keys?: KeyConfiguration[];
}

/** A key service. */
export interface KmsConfiguration {
  apiVersion?: string;
  name: string;
  cachesize?: number;
  endpoint: string;
  timeout?: string;
}

/** One provider. Exactly one member must be set. */
export interface ProviderConfiguration {
  aesgcm?: KeysConfiguration;
  aescbc?: KeysConfiguration;
  secretbox?: KeysConfiguration;
  identity?: object;
  kms?: KmsConfiguration;
}

/** Resources, and the providers of their objects. */
export interface ResourceConfiguration {
  resources?: string[];
  providers?: ProviderConfiguration[];
}

/** The content of a configuration file. */
export interface EncryptionConfiguration {
  resources?: ResourceConfiguration[];
}

const nameOf = (type: string): string => `apiserver/v1.${type}`;

const key: StructSchema<KeyConfiguration> = struct(nameOf("Key"), "A key.", {
  name: required(text, 1, "Name of the key, which is stored with each value."),
  secret: required(text, 2, "Key in base64."),
});

function keys(type: string): StructSchema<KeysConfiguration> {
  return struct(nameOf(type), "The keys of a provider.", {
    keys: optional(list(key), 1, "Keys. The first one writes, and all of them read."),
  });
}

const aes = keys("AESConfiguration");

const kms: StructSchema<KmsConfiguration> = struct(nameOf("KMSConfiguration"), "A key service.", {
  apiVersion: optional(text, 1, "Version of the interface of the key service: v1 or v2."),
  name: required(text, 2, "Name of the key service, which is stored with each value."),
  cachesize: pointer(int32, 3, "Number of keys in memory. Only for v1."),
  endpoint: required(text, 4, "Socket of the key service: unix:///path."),
  timeout: pointer(duration, 5, "Time limit of a call. Default: 3s."),
});

const provider: StructSchema<ProviderConfiguration> = struct(nameOf("ProviderConfiguration"), "A provider.", {
  aesgcm: pointer(aes, 1, "AES in Galois/counter mode."),
  aescbc: pointer(aes, 2, "AES in cipher block chaining mode."),
  secretbox: pointer(keys("SecretboxConfiguration"), 3, "XSalsa20 and Poly1305."),
  identity: pointer(struct(nameOf("IdentityConfiguration"), "No encryption.", {}), 4, "Values are stored as they are."),
  kms: pointer(kms, 5, "A key service encrypts the keys."),
});

const resource: StructSchema<ResourceConfiguration> = struct(nameOf("ResourceConfiguration"), "Resources.", {
  resources: optional(list(text), 1, "Resources such as secrets, deployments.apps, *.apps, *. or *.*"),
  providers: optional(list(provider), 2, "Providers. The first one writes, and all of them read."),
});

/** The schema of a configuration file. */
export const encryptionConfigurationSchema: StructSchema<EncryptionConfiguration> = struct(
  nameOf("EncryptionConfiguration"),
  "The configuration of encryption.",
  {
    ...typeMetaFields,
    resources: optional(list(resource), 1, "Resources and their providers."),
  },
);
