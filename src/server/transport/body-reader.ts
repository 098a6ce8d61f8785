/** Reads a request body from a stream, up to a limit. */
import type { Readable } from "node:stream";
import { badRequest, requestEntityTooLarge } from "../../meta/status-error.ts";
import { BodyCollector } from "./body-collector.ts";

/**
 * Returns the body.
 * @param declaredBytes value of Content-Length, if any. A body that is too large is then rejected before it is read.
 * @throws StatusError 413 over `bytesMax`, 400 if the client disconnects
 */
export function readBody(stream: Readable, bytesMax: number, declaredBytes: number | undefined): Promise<Buffer> {
  if (declaredBytes !== undefined && declaredBytes > bytesMax) return Promise.reject(tooLargeError(bytesMax));
  // A stream that has already closed emits no event.
  if (stream.destroyed) return Promise.reject(disconnectedError());
  return new Promise((resolve, reject) => {
    const body = new BodyCollector(bytesMax);
    stream.on("data", (chunk: Buffer) => {
      if (body.add(chunk)) return;
      stream.pause();
      stream.removeAllListeners("data");
      reject(tooLargeError(bytesMax));
    });
    // Every stream emits `close`. That is an error only before `end`. The error is created only then, because creating
    // one is expensive.
    const onClose = (): void => reject(disconnectedError());
    stream.on("end", () => {
      stream.off("close", onClose);
      resolve(body.bytes);
    });
    stream.on("error", (error) => reject(badRequest("the request body could not be read", error)));
    stream.on("close", onClose);
  });
}

function disconnectedError(): Error {
  return badRequest("the client disconnected while sending the request body");
}

function tooLargeError(bytesMax: number): Error {
  return requestEntityTooLarge(`limit is ${bytesMax}`);
}

/** Returns the value of a Content-Length header. Undefined if it is missing or not a number. */
export function contentLength(header: string | undefined): number | undefined {
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined;
}
