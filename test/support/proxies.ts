/** HTTP and SOCKS proxies for tests. They record the requests and data of their clients, and can reject tunnels. */
import { type AddressInfo, connect, createServer as createPlainServer, isIP, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";

/** Response of a proxy that does not open a tunnel. If `ends` is false, the connection stays open and silent. */
export interface ProxyRejection {
  readonly text: string | Buffer;
  readonly ends: boolean;
}

/** Behaviour of a test proxy. */
export interface ProxyOptions {
  /** Port of 127.0.0.1 to which all tunnels lead. Default: the requested host and port. */
  readonly targetPort?: number;
  /** Sent instead of opening a tunnel. */
  readonly rejection?: ProxyRejection;
  /** Certificate and key, if clients connect to the proxy with TLS. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

/** A running proxy, with the traffic that it has recorded. */
export interface TestProxy extends AsyncDisposable {
  readonly port: number;
  /** Requests of clients: the head of a CONNECT request, or `user:password@host:port` over SOCKS. */
  readonly requests: readonly string[];
  /** Data that clients have sent through tunnels. */
  readonly tunnelledData: readonly Buffer[];
  /** Number of open sockets, to clients and servers. */
  readonly openSockets: number;
  /** Resolves when no socket is open. */
  readonly whenIdle: () => Promise<void>;
}

interface ClientConnection {
  readonly client: Socket;
  readonly reader: ClientReader;
  readonly requests: string[];
  tunnelTo(host: string, port: number): void;
  refuse(rejection: ProxyRejection): void;
}

type ConnectionHandler = (connection: ClientConnection) => Promise<void>;

async function startProxy(serve: ConnectionHandler, { targetPort, tls }: ProxyOptions): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  const tunnelledData: Buffer[] = [];
  let onQuiet = (): void => undefined;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0) onQuiet();
    });
  };
  const onClient = (client: Socket): void => {
    keep(client);
    const reader = new ClientReader(client);
    const tunnelTo = (host: string, port: number): void => {
      reader.stop();
      const server = targetPort === undefined ? connect(port, host) : connect(targetPort, "127.0.0.1");
      keep(server);
      client.on("data", (piece) => tunnelledData.push(piece));
      client.pipe(server).pipe(client);
      for (const [one, other] of [
        [client, server],
        [server, client],
      ] as const) {
        one.on("close", () => other.destroy());
      }
    };
    const refuse = ({ text, ends }: ProxyRejection): void => {
      reader.stop();
      if (ends) client.end(text);
      else client.write(text);
      client.resume();
    };
    serve({ client, reader, requests, tunnelTo, refuse }).catch(() => client.destroy());
  };
  const server = tls ? createTlsServer(tls, onClient) : createPlainServer(onClient);
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    tunnelledData,
    get openSockets() {
      return sockets.size;
    },
    whenIdle: () => new Promise((resolve) => (sockets.size === 0 ? resolve() : (onQuiet = resolve))),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Reads what a client sends before its tunnel is open, by length or up to a delimiter. */
class ClientReader {
  readonly #socket: Socket;
  #wake = (): void => undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    // One listener serves all reads, because a new `readable` listener is called immediately if data is buffered.
    for (const event of ["readable", "close"]) socket.on(event, () => this.#wake());
  }

  async readBytes(count: number): Promise<Buffer> {
    for (;;) {
      const more = new Promise<void>((resolve) => (this.#wake = resolve));
      const piece = this.#socket.read(count) as Buffer | null;
      if (piece) return piece;
      if (this.#socket.destroyed) throw new Error("the client is gone");
      await more;
    }
  }

  async readUntil(text: string): Promise<string> {
    let got = "";
    while (!got.endsWith(text)) got += (await this.readBytes(1)).toString("latin1");
    return got;
  }

  /** Stops reading, so that a tunnel can read the socket. */
  stop(): void {
    this.#socket.removeAllListeners("readable");
  }
}

/** Starts a proxy that opens tunnels with CONNECT. */
export function startHttpProxy(options: ProxyOptions = {}): Promise<TestProxy> {
  return startProxy(async ({ client, reader, requests, tunnelTo, refuse }) => {
    const head = await reader.readUntil("\r\n\r\n");
    requests.push(head);
    if (options.rejection) return refuse(options.rejection);
    const [, host = "", port = ""] = /^CONNECT \[?([^ \]]+)\]?:(\d+) HTTP\/1\.1\r\n/.exec(head) ?? [];
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    tunnelTo(host, Number(port));
  }, options);
}

/** Behaviour of a SOCKS proxy. */
export interface SocksOptions extends ProxyOptions {
  /** Required credentials as `user:password`. Default: none are required. */
  readonly requiredCredentials?: string;
  /** Reply code after authentication. If absent, the proxy opens the tunnel. */
  readonly replyCode?: number;
}

/** Starts a SOCKS 5 proxy. */
export function startSocksProxy(options: SocksOptions = {}): Promise<TestProxy> {
  return startProxy(async ({ client, reader, requests, tunnelTo, refuse }) => {
    const [, count = 0] = await reader.readBytes(2);
    const methods = await reader.readBytes(count);
    if (options.rejection) return refuse(options.rejection);
    const method = options.requiredCredentials === undefined ? 0 : 2;
    if (!methods.includes(method)) return refuse({ text: Buffer.from([5, 0xff]), ends: true });
    client.write(Buffer.from([5, method]));
    let user = "";
    if (method === 2) {
      const name = await reader.readBytes((await reader.readBytes(2)).at(1) ?? 0);
      const password = await reader.readBytes((await reader.readBytes(1)).at(0) ?? 0);
      user = `${name.toString()}:${password.toString()}`;
      client.write(Buffer.from([1, user === options.requiredCredentials ? 0 : 1]));
    }
    const type = (await reader.readBytes(4)).at(3);
    const bytes = type === 1 ? 4 : type === 4 ? 16 : ((await reader.readBytes(1)).at(0) ?? 0);
    const host = hostOf(await reader.readBytes(bytes), type);
    const port = (await reader.readBytes(2)).readUInt16BE();
    requests.push(`${user}@${host}:${port}`);
    // The proxy's bound address is a host name here, which is allowed but rare.
    const name = Buffer.from("proxy.test");
    client.write(Buffer.from([5, options.replyCode ?? 0, 0, 3, name.length, ...name, 4, 56]));
    if (options.replyCode === undefined) tunnelTo(host, port);
  }, options);
}

function hostOf(bytes: Buffer, type: number | undefined): string {
  const host = type === 3 ? bytes.toString() : type === 1 ? bytes.join(".") : bytes.toString("hex");
  if (type === 3 && isIP(host) !== 0) throw new Error("an address is no name");
  return host;
}
