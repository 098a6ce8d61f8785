/** Watches the objects of a type across lost connections. */

import type { ObjectSource } from "../client/index.ts";
import { type Api, ConnectionError, resumingWatch, type TableEvent, type WatchEvent } from "../client/index.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { ClientContext, ObjectSelection } from "./context.ts";
import { printable } from "./screen/printable.ts";

/** Selectors of the objects to watch, and the version to begin from. */
export interface FollowOptions extends Omit<ObjectSelection, "allNamespaces"> {
  /** The version of the list after which the watch begins. */
  readonly resourceVersion: string;
}

/** A change, or `expired` as the last value, if the objects must be listed again. */
export type Followed<E> = E | "expired";

/** Yields changes of objects until the command is interrupted or the version expires. Connection errors are printed. */
export async function* followObjects(
  api: Api,
  options: FollowOptions,
  context: ClientContext,
): AsyncGenerator<Followed<WatchEvent<ApiObject>>> {
  const source = {
    list: (requestOptions: object) => api.list(requestOptions),
    watch: (requestOptions: object) => api.watch(requestOptions),
  };
  yield* follow<WatchEvent<ApiObject>>(source, options, context);
}

/** Like `followObjects()`, but yields the changed objects as table rows. */
export async function* followTables(
  api: Api,
  options: FollowOptions & { readonly includeObject: "None" | "Metadata" },
  context: ClientContext,
): AsyncGenerator<Followed<TableEvent<ApiObject>>> {
  const { includeObject } = options;
  const source = {
    list: (requestOptions: object) => api.list(requestOptions),
    watch: (requestOptions: object) => api.watchTable({ ...requestOptions, includeObject }),
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
