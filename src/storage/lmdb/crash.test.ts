import { expect, test } from "vitest";
import { newSeed, type Random, seededRandom } from "../../base/random.ts";
import type { Change, Engine } from "../engine.ts";
import { type ConfirmedWrite, textFor } from "../testing/acknowledged.ts";
import { ScriptProcess } from "../testing/child-process.ts";
import { Observation } from "../testing/observe.ts";
import { TemporaryDirectory } from "../testing/temporary-directory.ts";
import { openLmdbEngine } from "./index.ts";

const rounds = 20;

test("no acknowledged write is lost when the process is killed in the middle of its work", {
  timeout: 120_000,
}, async () => {
  const seed = newSeed();
  const random = seededRandom(seed);
  using directory = new TemporaryDirectory();
  let verified = 0;
  // The next process starts while the present one works.
  let next = startWriter(directory.path, { round: 0, compactTo: 0 });
  for (let round = 0; round < rounds; round++) {
    const writer = next;
    await writer.line();
    const acknowledged = workAndKill(writer, random);
    next = startWriter(directory.path, { round: round + 1, compactTo: verified });
    verified = await verify(directory.path, { after: verified, acknowledged: await acknowledged }).catch(
      (cause: unknown) => {
        throw new Error(`round ${round}, seed ${seed}`, { cause });
      },
    );
  }
  await next.kill();
  expect(verified).toBeGreaterThan(rounds * 50);
});

function startWriter(directory: string, { round, compactTo }: { round: number; compactTo: number }): ScriptProcess {
  return new ScriptProcess("./crash-writer.ts", [directory, `round-${round}`, String(compactTo)]);
}

async function workAndKill(writer: ScriptProcess, random: Random): Promise<ConfirmedWrite[]> {
  writer.send("go");
  const acknowledged: ConfirmedWrite[] = [];
  const count = 50 + random.below(2000);
  let killed: Promise<void> | undefined;
  // Lines that are still in the pipe after the kill are confirmations, too, except for an incomplete last line.
  for (let line = await writer.line(); line?.endsWith("}"); line = await writer.line()) {
    acknowledged.push(JSON.parse(line) as ConfirmedWrite);
    if (acknowledged.length === count) killed = writer.kill();
  }
  await killed;
  expect(acknowledged.length).toBeGreaterThanOrEqual(count);
  return acknowledged;
}

/** Checks all confirmed writes. @returns the newest revision of the store */
async function verify(
  path: string,
  { after, acknowledged }: { after: number; acknowledged: readonly ConfirmedWrite[] },
): Promise<number> {
  await using engine = await openLmdbEngine({ path, identity: { vocabulary: "orch" } });
  expect(await engine.check()).toEqual([]);
  const changes = await changesSince(engine, after);
  expect(changes.map(({ revision }) => revision)).toEqual(changes.map((_, index) => after + 1 + index));
  const stored = new Map(changes.map((change) => [change.revision, show(change)]));
  const isLost = ({ key, revision, length }: ConfirmedWrite): boolean =>
    stored.get(revision) !== JSON.stringify([key, length === undefined ? null : textFor(key, length)]);
  expect(acknowledged.filter(isLost)).toEqual([]);
  return engine.revision;
}

async function changesSince(engine: Engine, after: number): Promise<Change[]> {
  await using observation = new Observation(engine, "/", after);
  await observation.untilChanges(engine.revision - after);
  return observation.changes;
}

function show({ key, value }: Change): string {
  return JSON.stringify([key, value ? Buffer.from(value).toString() : null]);
}
