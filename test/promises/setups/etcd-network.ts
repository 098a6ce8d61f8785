/**
 * A cluster of etcd whose members run in separate network namespaces, so that faults can separate a member from the
 * others. It requires the superuser on Linux.
 */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { EtcdMember } from "../../../src/storage/testing/etcd-process.ts";
import { TemporaryDirectory } from "../../../src/storage/testing/temporary-directory.ts";

const clientPort = 2379;
const peerPort = 2380;

/** Returns why namespaces cannot be created. Undefined if they can. */
export function whyNetworksAreUnavailable(): string | undefined {
  const name = `orch-probe-${process.pid}`;
  try {
    ip(`netns add ${name}`);
    ip(`netns delete ${name}`);
    return undefined;
  } catch (error) {
    return `network namespaces cannot be created: ${String(error).split("\n", 1)[0]}`;
  }
}

/** The members and their network. */
export class EtcdNetwork implements AsyncDisposable {
  readonly members: readonly EtcdMember[];
  readonly #directory = new TemporaryDirectory();
  /** Part of the names of all devices, so that several networks can exist. Device names have up to 15 characters. */
  readonly #name = `op${process.pid % 10_000}`;
  /** Second and third byte of the addresses. */
  readonly #subnet = `10.${200 + (process.pid % 50)}.${(process.pid >> 6) % 250}`;
  readonly #count: number;

  private constructor(count: number) {
    this.#count = count;
    const indexes = Array.from({ length: count }, (_, index) => index);
    const peers = indexes.map((index) => `m${index}=${this.#url(index, peerPort)}`).join();
    this.members = indexes.map((index) => {
      const [clientUrl, peerUrl] = [this.#url(index, clientPort), this.#url(index, peerPort)];
      const flags = [
        `--name=m${index}`,
        `--data-dir=${join(this.#directory.path, `m${index}`)}`,
        `--listen-client-urls=${clientUrl}`,
        `--advertise-client-urls=${clientUrl}`,
        `--listen-peer-urls=${peerUrl}`,
        `--initial-advertise-peer-urls=${peerUrl}`,
        `--initial-cluster=${peers}`,
      ];
      return new EtcdMember(clientUrl, flags, ["ip", "netns", "exec", this.#namespace(index)]);
    });
  }

  /** Creates the network and starts the members. */
  static async start(count: number): Promise<EtcdNetwork> {
    const network = new EtcdNetwork(count);
    try {
      network.#create();
      await Promise.all(network.members.map((member) => member.start()));
      return network;
    } catch (error) {
      await network[Symbol.asyncDispose]();
      throw error;
    }
  }

  get urls(): readonly string[] {
    return this.members.map(({ url }) => url);
  }

  /** Separates a member from the other members and from the servers, or connects it again. */
  separate(index: number, isSeparated: boolean): void {
    ip(`link set ${this.#device(index)} ${isSeparated ? "down" : "up"}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.members.map((member) => member.kill()));
    for (let index = 0; index < this.#count; index++) {
      ipIfPossible(`link delete ${this.#device(index)}`);
      ipIfPossible(`netns delete ${this.#namespace(index)}`);
    }
    ipIfPossible(`link delete ${this.#name}`);
    rmSync(this.#directory.path, { recursive: true, force: true });
  }

  #create(): void {
    ip(`link add ${this.#name} type bridge`);
    ip(`address add ${this.#subnet}.1/24 dev ${this.#name}`);
    ip(`link set ${this.#name} up`);
    for (let index = 0; index < this.#count; index++) this.#connect(index);
  }

  #connect(index: number): void {
    const [namespace, device] = [this.#namespace(index), this.#device(index)];
    ip(`netns add ${namespace}`);
    ip(`link add ${device} type veth peer name eth0 netns ${namespace}`);
    ip(`link set ${device} master ${this.#name} up`);
    ip(`-n ${namespace} address add ${this.#address(index)}/24 dev eth0`);
    ip(`-n ${namespace} link set eth0 up`);
    ip(`-n ${namespace} link set lo up`);
  }

  #namespace(index: number): string {
    return `${this.#name}-m${index}`;
  }

  #device(index: number): string {
    return `${this.#name}v${index}`;
  }

  #address(index: number): string {
    return `${this.#subnet}.${10 + index}`;
  }

  #url(index: number, port: number): string {
    return `http://${this.#address(index)}:${port}`;
  }
}

function ip(command: string): void {
  execFileSync("ip", command.split(" "), { stdio: "pipe" });
}

/** Removes a device or namespace that may not exist, after a start that failed. */
function ipIfPossible(command: string): void {
  try {
    ip(command);
  } catch (error) {
    if (!/Cannot find device|No such file/.test(String(error))) throw error;
  }
}
