/** Requests with credentials of every kind, whose verdicts by the reference are recorded in `verdicts.json`. */
import { createHash } from "node:crypto";
import { proxyCertificateNames, userCertificateNames } from "./client-certificates.ts";
import { issuers } from "./shared-credentials.ts";

/** Names and values of headers, in the order in which they are sent. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/** A request that asks the server who sends it. */
export interface WhoAmIRequest {
  readonly title: string;
  /** Description of the client's certificate. Undefined for none. */
  readonly certificate?: string;
  readonly lines: HeaderLines;
}

/** A token with the audiences for which it is reviewed. */
export interface ReviewRequest {
  readonly title: string;
  readonly token: string;
  readonly audiences: readonly string[];
}

/** Static tokens that the servers accept, and similar ones. */
export const staticTokens = [
  "static-alice",
  "static-bob",
  "static-empty-uid",
  "static-many",
  "static-anonymous",
  "static-\u00fc",
  "static-nobody",
  "STATIC-ALICE",
  "static-alice ",
] as const;

/** Audiences for which tokens are reviewed. */
export const audienceLists: readonly (readonly string[])[] = [
  [],
  [issuers[0]],
  [issuers[1]],
  ["vault"],
  ["vault", issuers[1], issuers[0]],
  [""],
];

const authorizations: readonly (readonly string[])[] = [
  ["Bearer static-bob"],
  ["bearer static-bob"],
  ["BEARER static-bob"],
  ["Bearer  static-bob"],
  ["Bearer\tstatic-bob"],
  ["Bearer static-bob more"],
  ["Bearer static-bob,static-alice"],
  ["Bearer"],
  ["Bearer "],
  ["Basic c3RhdGljLWJvYg=="],
  ["Token static-bob"],
  ["static-bob"],
  ["Bearer static-bob", "Bearer static-alice"],
  ["Basic YTpi", "Bearer static-bob"],
  ["Bearer nonsense", "Bearer static-bob"],
  [`Bearer ${"x".repeat(40_000)}`],
  ["Bearer static-\u00fc"],
  ['Bearer "static-bob"'],
];

const proxied: HeaderLines = [
  ["X-Remote-User", "ann"],
  ["X-Remote-Group", "system:masters"],
  ["X-Remote-Group", "painters"],
  ["X-Remote-Extra-Scopes", "one"],
  ["X-Remote-Extra-Scopes", "two"],
];

const proxyHeaders: Readonly<Record<string, HeaderLines>> = {
  "a user with groups and extra": proxied,
  "a user": [["X-Remote-User", "bob"]],
  "no headers": [],
  "groups without a user": [["X-Remote-Group", "system:masters"]],
  "an empty user": [
    ["X-Remote-User", ""],
    ["X-Remote-Group", "system:masters"],
  ],
  "two users": [
    ["X-Remote-User", "ann"],
    ["X-Remote-User", "bob"],
  ],
  "escaped keys": [
    ["X-Remote-User", "ann"],
    ["X-Remote-Extra-Acme.com%2fproject", "a"],
    ["X-Remote-Extra-%zz", "b"],
    ["X-Remote-Extra-", "c"],
  ],
  "other letters": [
    ["x-remote-user", "j\u00fcrgen"],
    ["x-remote-group", "\u00e9"],
  ],
  "a token, too": [...proxied, ["Authorization", "Bearer static-bob"]],
  "an invalid token, too": [...proxied, ["Authorization", "Bearer nonsense"]],
};

const bearer = (token: string): HeaderLines => [["Authorization", `Bearer ${token}`]];

/** All requests that ask the server who sends them. */
export const whoAmIRequests: readonly WhoAmIRequest[] = [
  { title: "no credentials", lines: [] },
  ...authorizations.map((values) => ({
    title: `authorization ${JSON.stringify(values).slice(0, 60)}`,
    lines: values.map((value) => ["Authorization", value] as const),
  })),
  ...[...userCertificateNames, ...proxyCertificateNames].flatMap((certificate) => [
    { title: `certificate of ${certificate}`, certificate, lines: [] },
    { title: `certificate of ${certificate}, and a token`, certificate, lines: bearer("static-alice") },
    { title: `certificate of ${certificate}, and an invalid token`, certificate, lines: bearer("nonsense") },
  ]),
  ...Object.entries(proxyHeaders).flatMap(([name, lines]) => [
    { title: `proxy headers without a certificate: ${name}`, lines },
    ...proxyCertificateNames.map((certificate) => ({
      title: `${certificate} with headers: ${name}`,
      certificate,
      lines,
    })),
  ]),
];

/** A bootstrap token, and the data of its Secret. */
export interface BootstrapToken {
  readonly token: string;
  readonly secretName: string;
  readonly data: Readonly<Record<string, string>>;
}

type TokenData = Readonly<Record<string, string>>;

/** Changes of the Secrets of bootstrap tokens, by a description. */
const bootstrapVariants: Readonly<Record<string, (data: TokenData) => TokenData>> = {
  valid: (data) => data,
  "with groups": (data) => ({ ...data, "auth-extra-groups": "system:bootstrappers:a,system:bootstrappers:b-c" }),
  "with a group of another form": (data) => ({ ...data, "auth-extra-groups": "system:masters" }),
  "with an expiry": (data) => ({ ...data, expiration: "2290-01-01T00:00:00Z" }),
  expired: (data) => ({ ...data, expiration: "2020-01-01T00:00:00Z" }),
  "with an unreadable expiry": (data) => ({ ...data, expiration: "tomorrow" }),
  "without authentication": (data) => without(data, "usage-bootstrap-authentication"),
  "with authentication in another case": (data) => ({ ...data, "usage-bootstrap-authentication": "True" }),
  "without an id": (data) => without(data, "token-id"),
  "with the id of another token": (data) => ({ ...data, "token-id": "abcdef" }),
  "without a secret": (data) => without(data, "token-secret"),
  "with another secret": (data) => ({ ...data, "token-secret": "0000000000000000" }),
};

function without(data: TokenData, name: string): TokenData {
  return Object.fromEntries(Object.entries(data).filter(([key]) => key !== name));
}

/** Returns bootstrap tokens by a description. @param salt makes their ids unique, because they are cluster-wide */
export function bootstrapTokens(salt: string): ReadonlyMap<string, BootstrapToken> {
  const entries = Object.entries(bootstrapVariants).map(([name, change]) => {
    const digest = createHash("sha256").update(`${salt} ${name}`).digest("hex");
    const [id, secret] = [digest.slice(0, 6), digest.slice(6, 22)];
    const data = change({ "token-id": id, "token-secret": secret, "usage-bootstrap-authentication": "true" });
    return [name, { token: `${id}.${secret}`, secretName: `bootstrap-token-${id}`, data }] as const;
  });
  return new Map(entries);
}

/** Returns reviews of static tokens, and of bootstrap tokens in several forms. */
export function reviewRequests(salt: string): readonly ReviewRequest[] {
  const forms = [...bootstrapTokens(salt)].flatMap(([name, { token }]) => [
    [`bootstrap token ${name}`, token],
    [`bootstrap token ${name}, in capitals`, token.toUpperCase()],
    [`bootstrap token ${name}, longer`, `${token}0`],
    [`bootstrap token ${name}, shorter`, token.slice(0, -1)],
  ]);
  const all = [...staticTokens.map((token) => [`static token ${JSON.stringify(token)}`, token]), ...forms];
  return all.flatMap(([name = "", token = ""]) =>
    audienceLists.map((audiences) => ({ title: `${name} for ${JSON.stringify(audiences)}`, token, audiences })),
  );
}
