/** Collects a request body from a stream, within a limit. */
import type { Readable } from "node:stream";
import { badRequest, requestEntityTooLarge } from "../../meta/status-error.ts";
import { BodyCollector } from "./body-collector.ts";

/**
 * @param declaredBytes of Content-Length, if any: what is too large is refused before it is read
 * @throws StatusError 413 over `bytesMax`, 400 when the client breaks off
 */
export function readBody(stream: Readable, bytesMax: number, declaredBytes: number | undefined): Promise<Buffer> {
  if (declaredBytes !== undefined && declaredBytes > bytesMax) return Promise.reject(tooLarge(bytesMax));
  // A stream that has closed by now says so no more.
  if (stream.destroyed) return Promise.reject(brokenOff());
  return new Promise((resolve, reject) => {
    const body = new BodyCollector(bytesMax);
    stream.on("data", (chunk: Buffer) => {
      if (body.add(chunk)) return;
      stream.pause();
      stream.removeAllListeners("data");
      reject(tooLarge(bytesMax));
    });
    // Every stream closes; only before its end is that an error, and an error is dear to make.
    const onClose = (): void => reject(brokenOff());
    stream.on("end", () => {
      stream.off("close", onClose);
      resolve(body.bytes);
    });
    stream.on("error", (error) => reject(badRequest("the request body could not be read", error)));
    stream.on("close", onClose);
  });
}

function brokenOff(): Error {
  return badRequest("the client broke off while sending the request body");
}

function tooLarge(bytesMax: number): Error {
  return requestEntityTooLarge(`limit is ${bytesMax}`);
}

/** The value of a Content-Length header, when it is a number. */
export function contentLength(header: string | undefined): number | undefined {
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined;
}
