import { CachedObject } from "../../../cache/index.ts";

/** A ConfigMap as the cache holds it. @param rest what follows its metadata */
export function cachedMap(name: string, rest: object = {}, metadata: object = {}): CachedObject {
  const object = {
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: { name, namespace: "default", uid: `uid-of-${name}`, resourceVersion: "7", ...metadata },
    ...rest,
  };
  return new CachedObject(`default/${name}`, 7, { bytes: Buffer.from(JSON.stringify(object)), exact: false });
}
