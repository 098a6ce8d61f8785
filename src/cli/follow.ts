/** Changes of a type for as long as somebody looks, whatever becomes of connections. */

import type { ObjectSource } from "../client/index.ts";
import { type Api, ConnectionError, resumingWatch, type TableEvent, type WatchEvent } from "../client/index.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { ClientContext, Selection } from "./context.ts";
import { printable } from "./screen/printable.ts";

export interface FollowOptions extends Omit<Selection, "allNamespaces"> {
  /** Of the list after which changes are told. */
  readonly resourceVersion: string;
}

/** Events, and at last `expired`, when they cannot go on: what there is has to be read again. */
export type Followed<E> = E | "expired";

export async function* followObjects(
  api: Api,
  options: FollowOptions,
  context: ClientContext,
): AsyncGenerator<Followed<WatchEvent<ApiObject>>> {
  const source = { list: (asked: object) => api.list(asked), watch: (asked: object) => api.watch(asked) };
  yield* follow<WatchEvent<ApiObject>>(source, options, context);
}

/** The same as rows. */
export async function* followTables(
  api: Api,
  options: FollowOptions & { readonly includeObject: "None" | "Metadata" },
  context: ClientContext,
): AsyncGenerator<Followed<TableEvent<ApiObject>>> {
  const { includeObject } = options;
  const source = {
    list: (asked: object) => api.list(asked),
    watch: (asked: object) => api.watchTable({ ...asked, includeObject }),
  };
  yield* follow<TableEvent<ApiObject>>(source, options, context);
}

async function* follow<E extends { readonly type: string }>(
  source: ObjectSource<ApiObject>,
  { resourceVersion, labelSelector, fieldSelector }: FollowOptions,
  { clock, random, signal, terminal }: ContextParts,
): AsyncGenerator<Followed<E>> {
  const events = resumingWatch(source, {
    clock,
    random,
    signal,
    resourceVersion,
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
    onError: (error) => {
      if (error instanceof ConnectionError) terminal.error(`${printable(error.message)}; trying again\n`);
    },
  });
  for await (const event of events) {
    if (event.type === "EXPIRED") {
      yield "expired";
      return;
    }
    if (event.type !== "BOOKMARK") yield event as unknown as E;
  }
}

type ContextParts = Pick<ClientContext, "clock" | "random" | "signal" | "terminal">;
