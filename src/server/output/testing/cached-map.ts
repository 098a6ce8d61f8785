import { CachedObject } from "../../../cache/index.ts";

/**
 * Returns a ConfigMap as the cache contains it.
 * @param rest members other than its type and metadata
 */
export function cachedMap(name: string, rest: object = {}, metadata: object = {}): CachedObject {
  const object = {
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: { name, namespace: "default", uid: `uid-of-${name}`, resourceVersion: "7", ...metadata },
    ...rest,
  };
  return new CachedObject(`default/${name}`, 7, { bytes: Buffer.from(JSON.stringify(object)), needsExactJson: false });
}
