/** Random request headers with credentials. */
import type { Random } from "../../src/base/random.ts";
import type { HeaderLines } from "../../test/authentication/reference/fixed-requests.ts";
import { isOnceIn, oneOf, times } from "../random-choices.ts";

const schemes = ["Bearer", "bearer", "BEARER", "bEaReR", "Basic", "Token", "Negotiate", "Digest", "JWT", ""] as const;
const separators = [" ", "  ", "\t", "", " \t ", ", "] as const;

/** Returns values of the header Authorization with a token, of which many are malformed. */
export function authorizationLines(random: Random, tokens: readonly string[]): HeaderLines {
  const value = (): string => {
    if (!isOnceIn(random, 3)) return `Bearer ${damaged(oneOf(random, tokens), random)}`;
    return `${oneOf(random, schemes)}${oneOf(random, separators)}${damaged(oneOf(random, tokens), random)}`;
  };
  const name = oneOf(random, ["Authorization", "authorization", "AUTHORIZATION"]);
  return times(isOnceIn(random, 6) ? 2 : 1, () => [name, value()] as const);
}

/** Returns the token, or a damaged form of it. */
function damaged(token: string, random: Random): string {
  if (!isOnceIn(random, 3)) return token;
  const at = random.below(token.length + 1);
  return oneOf(random, [
    () => token.slice(0, at),
    () => token.slice(at),
    () => token + token,
    () => `${token} ${token}`,
    () => `${token},${token}`,
    () => ` ${token}`,
    () => `${token.slice(0, at)}\u00e9${token.slice(at)}`,
    () => `"${token}"`,
    () => token.toUpperCase(),
    () => `${token}${"=".repeat(1 + random.below(3))}`,
    () => `${token.slice(0, at)}.${token.slice(at)}`,
    () => "x".repeat(1 + random.below(20_000)),
    () => "",
  ])();
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=.+/ \u00e9";

/** Returns a function that damages a token in its header or its signature, at a position that is the same in all tokens. */
export function damagedToken(random: Random): (token: string) => string {
  const [seed, count] = [random.below(10_000), 1 + random.below(3)];
  const letter = alphabet.charAt(random.below(alphabet.length));
  const change = oneOf<(part: string) => string>(random, [
    (part) => part.slice(0, seed % (part.length + 1)),
    (part) => part.slice(seed % (part.length + 1)),
    (part) => part + letter.repeat(count),
    (part) => letter.repeat(count) + part,
    (part) => part.slice(0, seed % part.length) + letter + part.slice((seed % part.length) + 1),
    () => "",
    (part) => part + part,
    (part) => part.toLowerCase(),
  ]);
  const arrange = oneOf<(header: string, claims: string, signature: string) => string>(random, [
    (header, claims, signature) => `${change(header)}.${claims}.${signature}`,
    (header, claims, signature) => `${header}.${claims}.${change(signature)}`,
    (header, claims, signature) => `${header}.${claims}.${change(signature)}`,
    (header, claims, signature) => `${header}.${claims}.${signature}.${header}`,
    (header, claims) => `${header}.${claims}`,
    (header, claims, signature) => `.${header}.${claims}.${signature}`,
    (header, claims, signature) => `${header}${claims}.${signature}`,
  ]);
  return (token) => {
    const [header = "", claims = "", signature = ""] = token.split(".");
    return arrange(header, claims, signature);
  };
}

const protocolPrefix = "base64url.bearer.authorization.k8s.io.";

/** Returns headers that ask for a WebSocket, with tokens among the protocols. */
export function webSocketLines(random: Random, tokens: readonly string[]): HeaderLines {
  const encoded = (): string => {
    const text = Buffer.from(damaged(oneOf(random, tokens), random)).toString("base64url");
    return oneOf(random, [
      protocolPrefix + text,
      protocolPrefix + text,
      `${protocolPrefix}${text}=`,
      protocolPrefix,
      text,
    ]);
  };
  const protocols = [encoded(), ...times(random.below(3), () => oneOf(random, ["v4.channel.k8s.io", "", encoded()]))];
  return [
    ...(isOnceIn(random, 4)
      ? []
      : ([
          ["Upgrade", "websocket"],
          ["Connection", "Upgrade"],
        ] as const)),
    ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
    ["Sec-WebSocket-Version", "13"],
    ["Sec-WebSocket-Protocol", protocols.join(oneOf(random, [", ", ",", " "]))],
    ...(isOnceIn(random, 4) ? authorizationLines(random, tokens) : []),
  ];
}

const users = ["ann", "", " ", "system:anonymous", "j\u00fcrgen", "a".repeat(300), "a,b", "%41"] as const;
const groups = [
  "system:masters",
  "painters",
  "",
  "system:unauthenticated",
  "system:authenticated",
  "a,b",
  "\u00e9",
] as const;
const extraKeys = ["Scopes", "scopes", "acme.com%2fproject", "%zz", "a%20b", "", "%", "a_b", "%C3%A9"] as const;
const extraValues = ["one", "", "two words", "\u00e9", "a,b"] as const;
const spellings: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toLowerCase(),
  (name) => name.toUpperCase(),
];

/** Returns headers with which a proxy names a user. Usually the user is an administrator, so that the response shows it. */
export function proxyLines(random: Random): HeaderLines {
  const spelled = (name: string): string => oneOf(random, spellings)(name);
  return [
    ...times(oneOf(random, [1, 1, 1, 1, 0, 2]), () => [spelled("X-Remote-User"), oneOf(random, users)] as const),
    ...(isOnceIn(random, 4) ? [] : [["X-Remote-Group", "system:masters"] as const]),
    ...times(random.below(3), () => [spelled("X-Remote-Group"), oneOf(random, groups)] as const),
    ...times(random.below(4), () => {
      const name = `X-Remote-Extra-${oneOf(random, extraKeys)}`;
      return [spelled(name), oneOf(random, extraValues)] as const;
    }),
    ...(isOnceIn(random, 6) ? [["X-Remote-Uid", "uid-7"] as const] : []),
  ];
}
