import { resolve } from "node:path";
import type { EtcdTarget } from "../offline/backup/backup-source.ts";

/** Values of the flags that say where etcd is. */
interface EtcdValues {
  readonly "etcd-servers": readonly string[];
  readonly "etcd-cafile"?: string | undefined;
  readonly "etcd-certfile"?: string | undefined;
  readonly "etcd-keyfile"?: string | undefined;
}

/** Returns the etcd that the flags name, with absolute paths. Undefined if they name none. */
export function etcdTargetOf(values: EtcdValues, cwd: string): EtcdTarget | undefined {
  const { "etcd-servers": servers } = values;
  if (servers.length === 0) return undefined;
  const absolute = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : resolve(cwd, path);
  return {
    servers,
    caFile: absolute(values["etcd-cafile"]),
    certFile: absolute(values["etcd-certfile"]),
    keyFile: absolute(values["etcd-keyfile"]),
  };
}
