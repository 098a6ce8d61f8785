/**
 * encryption/kms: the provider `kms` in version 2. Each process has a random seed, which a key service encrypts. The key of each value is
 * derived from the seed. The encrypted seed is stored with each value.
 */
export { KmsProvider, type KmsProviderOptions } from "./kms-provider.ts";
