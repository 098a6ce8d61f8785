/** Carries out the store calls of a worker process on the engine of the main process. */
import { type Engine, type StoreFailure, toFailure, type Write } from "../../storage/index.ts";
import type { SentWrite, StoreCall, StoreResult } from "./messages.ts";

/** A result, and the bytes that are sent with it. */
export interface StoreAnswer {
  readonly result: StoreResult;
  readonly attachments: readonly Uint8Array[];
}

/**
 * Carries out a call. Never rejects: an error of the engine is the result.
 * @param values the values of the call's writes
 */
export async function answerStoreCall(
  engine: Engine,
  call: StoreCall,
  values: readonly Uint8Array[],
): Promise<StoreAnswer> {
  try {
    return { result: await resultOf(engine, call, values), attachments: [] };
  } catch (error) {
    return failureAnswer(toFailure(error));
  }
}

async function resultOf(engine: Engine, call: StoreCall, values: readonly Uint8Array[]): Promise<StoreResult> {
  switch (call.operation) {
    case "commit":
      return { revision: await engine.commit(writesOf(call.writes, values)) };
    case "removeDamaged":
      return { revision: await engine.removeDamaged(call.key) };
    case "compact":
      await engine.compact(call.revision);
      return { revision: engine.compactedRevision };
    case "check":
      return { problems: await engine.check() };
  }
}

function writesOf(sent: readonly SentWrite[], values: readonly Uint8Array[]): readonly Write[] {
  let used = 0;
  return sent.map(({ key, expected, hasValue }) => ({ key, expected, value: hasValue ? values[used++] : undefined }));
}

function failureAnswer({ current, ...failure }: StoreFailure): StoreAnswer {
  return {
    result: { failure, currentRevision: current?.revision },
    attachments: current ? [current.value] : [],
  };
}
