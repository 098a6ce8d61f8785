/** A client in an encoding other than JSON, whose media types are recorded. */
import { loadEncoding } from "../../src/app/client.ts";
import { Client, type EncodingName, type Transport } from "../../src/client/index.ts";

/** The media types of a request and of its response. */
export interface SentRequest {
  readonly method: string;
  readonly accept: string | undefined;
  readonly contentType: string | undefined;
  readonly received: string | undefined;
}

/** Returns a client whose requests and responses are recorded in `sent`. */
export function recordedClient(
  transport: Transport,
  contentType: EncodingName,
): { readonly client: Client; readonly sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  const recording: Transport = {
    send: async (request) => {
      const response = await transport.send(request);
      const { accept, "content-type": sentType } = request.headers;
      sent.push({ method: request.method, accept, contentType: sentType, received: response.headers["content-type"] });
      return response;
    },
    close: () => Promise.resolve(),
  };
  return { client: new Client({ transport: recording, contentType, loadEncoding }), sent };
}

/** Returns a client that gets these bytes as the body of each response. */
export function answeredClient(
  encoding: EncodingName,
  response: { readonly status: number; readonly mediaType: string },
  ...pieces: readonly Buffer[]
): Client {
  const body = (async function* () {
    yield* pieces;
  })();
  const transport = {
    send: () => Promise.resolve({ status: response.status, headers: { "content-type": response.mediaType }, body }),
    close: () => Promise.resolve(),
  };
  return new Client({ transport, contentType: encoding, loadEncoding, retry: { attemptsMax: 1 } as object });
}
