/**
 * encryption: encrypts the values of a store. `readEncryptionConfiguration` reads a configuration file,
 * `ResourceTransformers` has its providers, and `EncryptingEngine` applies them to an engine.
 *
 * A stored value is the prefix of its provider, such as `k8s:enc:aesgcm:v1:key1:`, and the encrypted bytes of the value that an
 * engine without encryption would store. The format byte of that value is 1, and `k` is no such byte, so the first byte
 * shows whether a value is encrypted. Prefixes and bytes are those of the reference, so either can decrypt the values of the other.
 */
export { type ConfiguredResource, namesResource } from "./configured-resource.ts";
export { EncryptingEngine } from "./encrypting-engine.ts";
export { EnvelopeMetrics } from "./envelope-metrics.ts";
export { isEncrypted } from "./providers/identity.ts";
export {
  type EncryptedResources,
  type KmsSettings,
  type ProviderSettings,
  type ReadConfigurationOptions,
  readEncryptionConfiguration,
} from "./read-configuration.ts";
export { type OpenKms, ResourceTransformers, type TransformerServices } from "./resource-transformers.ts";
export { describeWriter } from "./stored-writer.ts";
export { exponentialBuckets, TransformationMetrics } from "./transformation-metrics.ts";
export { type OpenedValue, TransformError, type ValueTransformer } from "./value-transformer.ts";
