/**
 * Authenticates WebSocket requests by a token among their subprotocols, because scripts in browsers cannot set other headers.
 * The token has the form `base64url.bearer.authorization.k8s.io.<token>`.
 */
import { allSpellings, group } from "../meta/vocabulary.ts";
import { AuthenticationError } from "./authentication-error.ts";
import { type Authenticator, type CredentialSource, isRecognized } from "./authenticator.ts";
import { orInvalidToken, type TokenCheck } from "./bearer-token.ts";
import { decodeBase64Url } from "./compact-token.ts";

const protocolsHeader = "sec-websocket-protocol";
const tokenPrefixes = allSpellings(group("authorization")).map((name) => `base64url.bearer.${name}.`);

/**
 * Returns the method for tokens in subprotocols. It removes the token from the header of a request that it recognizes.
 * @param isUpgrade whether a request asks for a WebSocket
 */
export function webSocketTokenAuthenticator(
  checkToken: TokenCheck,
  isUpgrade: (credentials: CredentialSource) => boolean,
): Authenticator {
  return (credentials, audiences) => {
    const header = credentials.header(protocolsHeader);
    if (header === undefined || !isUpgrade(credentials)) return undefined;
    const found = findToken(header);
    if (found === undefined || found instanceof AuthenticationError) return found;
    const { token, otherProtocols } = found;
    const settle: typeof orInvalidToken = (outcome) => {
      if (outcome instanceof Promise) return outcome.then(settle);
      if (isRecognized(outcome)) credentials.replaceHeader(protocolsHeader, otherProtocols.join(","));
      return outcome;
    };
    return settle(orInvalidToken(checkToken(token, audiences, credentials.tls)));
  };
}

interface FoundToken {
  readonly token: string;
  readonly otherProtocols: readonly string[];
}

function findToken(header: string): FoundToken | AuthenticationError | undefined {
  const protocols = header.split(",").map((protocol) => protocol.trim());
  const encodedTokens = protocols.flatMap((protocol) => encodedToken(protocol) ?? []);
  const otherProtocols = protocols.filter((protocol) => encodedToken(protocol) === undefined);
  const [encoded = ""] = encodedTokens;
  if (encodedTokens.length > 1) {
    return new AuthenticationError("multiple base64.bearer.authorization tokens specified");
  }
  const bytes = decodeBase64Url(encoded);
  if (!bytes) return new AuthenticationError("invalid base64.bearer.authorization token encoding");
  const token = bytes.toString("utf8");
  if (!bytes.equals(Buffer.from(token))) return new AuthenticationError("invalid base64.bearer.authorization token");
  if (token === "") return undefined;
  if (otherProtocols.length === 0) return new AuthenticationError("missing additional subprotocol");
  return { token, otherProtocols };
}

function encodedToken(protocol: string): string | undefined {
  const prefix = tokenPrefixes.find((one) => protocol.startsWith(one));
  return prefix === undefined ? undefined : protocol.slice(prefix.length);
}
