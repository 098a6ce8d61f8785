/** Reads the stored objects that tokens of service accounts name. */
import { node } from "../../api/core/v1/node.ts";
import { pod } from "../../api/core/v1/pod.ts";
import { secret } from "../../api/core/v1/secret.ts";
import { serviceAccount } from "../../api/core/v1/service-account.ts";
import type { AccountState, ObjectState, SecretState, TokenObjects } from "../../authn/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { hasCode } from "../../meta/status-error.ts";
import type { KindDeclaration, ObjectAccess } from "../../schema/index.ts";

/** Returns the access of the authentication to the objects of the cluster. */
export function storedTokenObjects(objects: ObjectAccess): TokenObjects {
  return new StoredTokenObjects(objects);
}

class StoredTokenObjects implements TokenObjects {
  readonly #objects: ObjectAccess;

  constructor(objects: ObjectAccess) {
    this.#objects = objects;
  }

  async account(namespace: string, name: string): Promise<AccountState | undefined> {
    const found = await this.#get(serviceAccount, namespace, name);
    return found && { ...stateOf(found), secretNames: (found.secrets ?? []).map((one) => one.name ?? "") };
  }

  async node(name: string): Promise<ObjectState | undefined> {
    const found = await this.#get(node, "", name);
    return found && stateOf(found);
  }

  async pod(namespace: string, name: string): Promise<ObjectState | undefined> {
    const found = await this.#get(pod, namespace, name);
    return found && stateOf(found);
  }

  async secret(namespace: string, name: string): Promise<SecretState | undefined> {
    const found = await this.#get(secret, namespace, name);
    return (
      found && {
        ...stateOf(found),
        token: Buffer.from(found.data?.["token"] ?? "", "base64"),
        labels: found.metadata.labels ?? {},
      }
    );
  }

  async #get<T extends ApiObject>(kind: KindDeclaration<T>, namespace: string, name: string): Promise<T | undefined> {
    try {
      return await this.#objects.get(kind, { namespace, name });
    } catch (error) {
      if (hasCode(error, 404)) return undefined;
      throw error;
    }
  }
}

function stateOf({ metadata }: ApiObject): ObjectState {
  const { uid = "", deletionTimestamp } = metadata;
  return { uid, deletedMs: deletionTimestamp === undefined ? undefined : Date.parse(deletionTimestamp) };
}
