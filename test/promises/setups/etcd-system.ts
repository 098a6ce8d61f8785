/** Two servers over one etcd cluster, whose members faults kill and pause. */
import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "../../../src/base/random.ts";
import { EtcdCluster, type EtcdMember } from "../../../src/storage/testing/etcd-process.ts";
import { runOrch } from "../../support/orch-command.ts";
import { oneOf } from "../recorder/choices.ts";
import { EtcdNetwork } from "./etcd-network.ts";
import { ProcessSystem } from "./process-system.ts";
import type { SystemFault, SystemUnderTest } from "./system.ts";

/** Faults of members of etcd. */
export type EtcdFaultName = "kill-member" | "pause-member" | "separate-member";

/** Options of servers over etcd. */
export interface EtcdSystemOptions {
  /** Folder of the servers' data directories. */
  readonly folder: string;
  readonly members: number;
  /** Folder with another build of the program. Default: this checkout. */
  readonly programRoot?: string;
}

const pauseMaxMs = 1000;
/** Longer than the election of a leader. */
const separationMaxMs = 4000;

/** Returns why servers cannot run over etcd here. Undefined if they can. */
export async function whyEtcdIsUnavailable(): Promise<string | undefined> {
  try {
    execFileSync("etcd", ["--version"], { stdio: "pipe" });
  } catch {
    return "there is no etcd in the PATH";
  }
  const { stdout } = await runOrch(["apiserver", "--help"], { cwd: import.meta.dirname });
  return stdout.includes("--etcd-servers") ? undefined : "this build has no flag --etcd-servers";
}

/** Starts etcd and two servers. */
export async function startEtcdSystem({ members, ...shared }: EtcdSystemOptions): Promise<SystemUnderTest> {
  const cluster = members === 1 ? await EtcdCluster.start() : await EtcdNetwork.start(members);
  const flags = [`--etcd-servers=${cluster.urls.join()}`];
  const first = await ProcessSystem.start({ ...shared, flags });
  const second = await ProcessSystem.start({ ...shared, flags, copiedFrom: first.dataDir });
  const servers = [first, second];
  const untilServing = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.untilServing()));
  };
  const faultOf = (name: string, run: SystemFault["run"]): SystemFault => ({ name, run });
  return {
    addresses: servers.flatMap(({ addresses }) => addresses),
    untilServing,
    faults: [
      ...["kill", "restart", "pause"].map((name) =>
        faultOf(name, async (random) => {
          const server = oneOf(random, servers);
          await server.faults.find((fault) => fault.name === name)?.run(random);
        }),
      ),
      faultOf("kill-member" satisfies EtcdFaultName, (random) => restartMember(oneOf(random, cluster.members), random)),
      faultOf("pause-member" satisfies EtcdFaultName, (random) => pauseMember(oneOf(random, cluster.members), random)),
      ...(cluster instanceof EtcdNetwork
        ? [faultOf("separate-member" satisfies EtcdFaultName, (random) => separateMember(cluster, random))]
        : []),
    ],
    async [Symbol.asyncDispose]() {
      for (const server of servers) await server[Symbol.asyncDispose]();
      await cluster[Symbol.asyncDispose]();
    },
  };
}

async function restartMember(member: EtcdMember, random: Random): Promise<void> {
  await member.kill();
  await pause(random.below(pauseMaxMs));
  await member.start();
}

/** A separated leader must not confirm writes, and the others elect a new one. */
async function separateMember(network: EtcdNetwork, random: Random): Promise<void> {
  const index = random.below(network.members.length);
  network.separate(index, true);
  await pause(random.below(separationMaxMs));
  network.separate(index, false);
}

async function pauseMember(member: EtcdMember, random: Random): Promise<void> {
  member.pause(true);
  await pause(random.below(pauseMaxMs));
  member.pause(false);
}
