/**
 * The endpoints of the Service of the API server: the addresses of all servers that are running. Each server adds itself, and all of
 * them remove those that have stopped.
 */
import type { Endpoints } from "../../api/core/v1/endpoints.ts";
import type { EndpointSlice } from "../../api/discovery/v1/endpoint-slice.ts";
import { equalJson } from "../../base/json-tree.ts";
import { label, product, subLabel, type Vocabulary } from "../../meta/vocabulary.ts";
import type { AddressLeases } from "./address-leases.ts";
import type { SystemResource } from "./system-objects.ts";

/** The address of this server, and where the endpoints are stored. */
export interface ServerEndpointsOptions {
  /** IP address at which other machines reach this server. */
  readonly address: string;
  /** Returns the port on which the server listens. */
  readonly port: () => number;
  readonly leases: AddressLeases;
  readonly endpoints: SystemResource<Endpoints>;
  /** Undefined if the server does not serve EndpointSlices. */
  readonly slices: SystemResource<EndpointSlice> | undefined;
  readonly vocabulary: Vocabulary;
}

const namespace = "default";

/** The port of all servers. */
interface ServerPort {
  readonly name: "https";
  readonly port: number;
  readonly protocol: "TCP";
}

/** Publishes the address of one server, until it is withdrawn. */
export class ServerEndpoints {
  readonly #options: ServerEndpointsOptions;
  readonly #name: string;
  #state: "new" | "published" | "withdrawn" = "new";
  /** Writes follow each other, so that a late publication does not undo the withdrawal. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: ServerEndpointsOptions) {
    this.#options = options;
    this.#name = options.vocabulary.bind(product());
  }

  /**
   * Renews the lease of this server, and corrects the endpoints. The first call also sets the port. Does nothing after `withdraw`.
   * @throws StatusError if an object is invalid, such as for an address that endpoints must not have; StorageError if the store fails
   */
  async publish(): Promise<void> {
    await this.#inTurn(async () => {
      if (this.#state === "withdrawn") return;
      const { leases, address } = this.#options;
      const setsPort = this.#state === "new";
      await leases.renew(address);
      await this.#write(await leases.list(), setsPort);
      this.#state = "published";
    });
  }

  /** Removes this server from the endpoints. Does nothing if it was not published. @throws StatusError, StorageError as `publish` */
  async withdraw(): Promise<void> {
    await this.#inTurn(async () => {
      const wasPublished = this.#state === "published";
      this.#state = "withdrawn";
      if (!wasPublished) return;
      const { leases, address } = this.#options;
      await leases.remove(address);
      await this.#write(await leases.list(), false);
    });
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    await turn;
  }

  async #write(addresses: readonly string[], setsPort: boolean): Promise<void> {
    const { endpoints, slices } = this.#options;
    const objectName = { namespace, name: this.#name };
    const stored = await endpoints.get(objectName);
    const port = (setsPort ? undefined : portOf(stored)) ?? this.#options.port();
    const ports: ServerPort[] = [{ name: "https", port, protocol: "TCP" }];
    const labels = { [this.#options.vocabulary.bind(subLabel("endpointslice/skip-mirror"))]: "true" };
    const subsets = addresses.length === 0 ? [] : [{ addresses: addresses.map((ip) => ({ ip })), ports }];
    await ensureObject(endpoints, objectName, { labels, fields: { subsets } });
    if (slices) await this.#writeSlice(slices, addresses, ports);
  }

  async #writeSlice(
    slices: SystemResource<EndpointSlice>,
    addresses: readonly string[],
    ports: ServerPort[],
  ): Promise<void> {
    const objectName = { namespace, name: this.#name };
    const addressType = this.#options.address.includes(":") ? ("IPv6" as const) : ("IPv4" as const);
    const stored = await slices.get(objectName);
    // The type cannot be changed.
    if (stored && stored.addressType !== addressType) await slices.delete(stored);
    await ensureObject(slices, objectName, {
      labels: { [this.#options.vocabulary.bind(label("service-name"))]: this.#name },
      fields: {
        addressType,
        endpoints: addresses.map((ip) => ({ addresses: [ip], conditions: { ready: true } })),
        ports: addresses.length === 0 ? [] : ports,
      },
    });
  }
}

/** Returns the port of endpoints that have the usual form. */
function portOf(stored: Endpoints | undefined): number | undefined {
  const [subset, ...others] = stored?.subsets ?? [];
  const [port, ...otherPorts] = subset?.ports ?? [];
  return port?.name === "https" && others.length === 0 && otherPorts.length === 0 ? port.port : undefined;
}

/** Creates the object, or sets the labels and fields if some of them differ. */
async function ensureObject<T extends Endpoints | EndpointSlice>(
  resource: SystemResource<T>,
  objectName: { readonly namespace: string; readonly name: string },
  { labels, fields }: { readonly labels: Readonly<Record<string, string>>; readonly fields: Partial<T> },
): Promise<void> {
  const wanted = { metadata: { ...objectName, labels }, ...fields } as unknown as T;
  if (!(await resource.get(objectName)) && (await resource.create(wanted))) return;
  await resource.update(objectName, (old) => {
    const next = { ...old, ...fields, metadata: { ...old.metadata, labels: { ...old.metadata.labels, ...labels } } };
    return isUnchanged(old, next) ? undefined : next;
  });
}

/** Whether two objects have the same members. An empty list counts as absent. */
function isUnchanged(old: object, next: object): boolean {
  const members = (object: object): object =>
    Object.fromEntries(Object.entries(object).filter(([, value]) => !(Array.isArray(value) && value.length === 0)));
  return equalJson(members(old), members(next));
}
