/**
 * Raises the revision of etcd, so that the revisions of a copied cluster do not decrease. etcd offers no request for
 * that: only writes raise its revision, each by one. So a key is written again and again.
 */
import { type Engine, isStorageError } from "../../storage/index.ts";

/** The key that is written. It is not below a cluster's prefix, and it is deleted in the end. */
const counterKey = "orch.advance-revision";

/** Number of keys that are written at the same time. */
const writersMax = 128;

/** Number of writes after which the progress is reported. */
const reportWrites = 10_000;

/**
 * Writes until the revision of the engine is at least `revision`. It can be stopped and started again.
 * @param onProgress called now and then with the revision that was reached
 */
export async function advanceRevision(
  engine: Engine,
  revision: number,
  onProgress: (reached: number) => void,
): Promise<void> {
  let reached = await engine.progress();
  let reportAt = reached + reportWrites;
  const runWriter = async (number: number): Promise<void> => {
    const key = `${counterKey}.${number}`;
    let expected = (await engine.get(key))?.revision ?? 0;
    while (reached < revision) {
      expected = await engine.put(key, Buffer.from("x"), expected);
      reached = Math.max(reached, expected);
      if (reached < reportAt) continue;
      reportAt = reached + reportWrites;
      onProgress(reached);
    }
    await deleteIfPresent(engine, key, expected);
  };
  if (reached >= revision) return;
  await Promise.all(Array.from({ length: writersMax }, (_, number) => runWriter(number)));
}

async function deleteIfPresent(engine: Engine, key: string, expected: number): Promise<void> {
  if (expected === 0) return;
  try {
    await engine.delete(key, expected);
  } catch (error) {
    if (!isStorageError(error, "key-not-found")) throw error;
  }
}
