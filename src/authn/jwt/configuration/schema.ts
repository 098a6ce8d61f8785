/** The structured authentication configuration: token issuers with rules and mappings, and anonymous access. */
import {
  boolean,
  type FieldsOf,
  list,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
  typeMetaFields,
} from "../../../schema/index.ts";

/** Versions in which a file can be written. They have the same fields. */
export const configurationVersions = ["v1alpha1", "v1beta1"] as const;

/** The second part of a file's `apiVersion`. */
export type ConfigurationVersion = (typeof configurationVersions)[number];

const issuerFields = {
  url: required(text, 1, "URL of the issuer, which the claim iss of its tokens contains."),
  discoveryURL: pointer(text, 2, "URL of the discovery document, if it is not below the URL of the issuer."),
  certificateAuthority: optional(text, 3, "CA certificates in PEM that verify the issuer. Default: the CAs of Node."),
  audiences: optional(list(text), 4, "Audiences, one of which the claim aud of a token must contain."),
  audienceMatchPolicy: optional(text, 5, "How audiences are matched. Required if there are several."),
};

/** A token issuer. */
export interface IssuerConfiguration extends FieldsOf<typeof issuerFields> {}

const claimRuleFields = {
  claim: optional(text, 1, "Name of a claim that a token must have."),
  requiredValue: optional(text, 2, "Value of the claim."),
  expression: optional(text, 3, "Expression about the variable claims that must be true."),
  message: optional(text, 4, "Text of the error if the expression is false."),
};

/** A rule about the claims of a token. */
export interface ClaimRule extends FieldsOf<typeof claimRuleFields> {}

const prefixedMappingFields = {
  claim: optional(text, 1, "Name of the claim."),
  prefix: pointer(text, 2, "Text before the value of the claim."),
  expression: optional(text, 3, "Expression about the variable claims that computes the value."),
};

/** The source of the user name or of the groups. */
export interface PrefixedMapping extends FieldsOf<typeof prefixedMappingFields> {}

const mappingFields = {
  claim: optional(text, 1, "Name of the claim."),
  expression: optional(text, 2, "Expression about the variable claims that computes the value."),
};

/** The source of the user's uid. */
export interface Mapping extends FieldsOf<typeof mappingFields> {}

const extraMappingFields = {
  key: required(text, 1, "Key of the property."),
  valueExpression: required(text, 2, "Expression about the variable claims that computes the values."),
};

/** The source of a further property of the user. */
export interface ExtraMapping extends FieldsOf<typeof extraMappingFields> {}

const userRuleFields = {
  expression: required(text, 1, "Expression about the variable user that must be true."),
  message: optional(text, 2, "Text of the error if the expression is false."),
};

/** A rule about the user that the claims describe. */
export interface UserRule extends FieldsOf<typeof userRuleFields> {}

/** How claims become a user. */
export interface ClaimMappings {
  username: PrefixedMapping;
  groups?: PrefixedMapping;
  uid?: Mapping;
  extra?: ExtraMapping[];
}

/** A token issuer with the rules for its tokens. */
export interface JwtConfiguration {
  issuer: IssuerConfiguration;
  claimValidationRules?: ClaimRule[];
  claimMappings: ClaimMappings;
  userValidationRules?: UserRule[];
}

/** Which requests without credentials are served. */
export interface AnonymousConfiguration {
  enabled: boolean;
  /** Unset: all paths. */
  conditions?: { path: string }[];
}

/** The content of a configuration file. */
export interface AuthenticationConfiguration {
  jwt?: JwtConfiguration[];
  anonymous?: AnonymousConfiguration;
}

/** Returns the schema of a configuration file in one version. */
export function configurationSchema(version: ConfigurationVersion): StructSchema<AuthenticationConfiguration> {
  const nameOf = (type: string): string => `apiserver/${version}.${type}`;
  const prefixedMapping: StructSchema<PrefixedMapping> = struct(
    nameOf("PrefixedClaimOrExpression"),
    "Source of the user name or of the groups.",
    prefixedMappingFields,
  );
  const mappings: StructSchema<ClaimMappings> = struct(nameOf("ClaimMappings"), "How claims become a user.", {
    username: required(prefixedMapping, 1, "Source of the user name."),
    groups: optional(prefixedMapping, 2, "Source of the groups."),
    uid: optional(struct(nameOf("ClaimOrExpression"), "Source of the uid.", mappingFields), 3, "Source of the uid."),
    extra: optional(
      list(struct(nameOf("ExtraMapping"), "Source of a property.", extraMappingFields)),
      4,
      "Sources of further properties.",
    ),
  });
  const jwt: StructSchema<JwtConfiguration> = struct(nameOf("JWTAuthenticator"), "A token issuer with its rules.", {
    issuer: required(struct(nameOf("Issuer"), "A token issuer.", issuerFields), 1, "The issuer."),
    claimValidationRules: optional(
      list(struct(nameOf("ClaimValidationRule"), "A rule about claims.", claimRuleFields)),
      2,
      "Rules about the claims.",
    ),
    claimMappings: required(mappings, 3, "How claims become a user."),
    userValidationRules: optional(
      list(struct(nameOf("UserValidationRule"), "A rule about the user.", userRuleFields)),
      4,
      "Rules about the user.",
    ),
  });
  const condition = struct(nameOf("AnonymousAuthCondition"), "A path.", { path: required(text, 1, "The path.") });
  const anonymous: StructSchema<AnonymousConfiguration> = struct(
    nameOf("AnonymousAuthConfig"),
    "Access without credentials.",
    {
      enabled: required(boolean, 1, "Whether requests without credentials are served."),
      conditions: optional(list(condition), 2, "Paths that may be requested without credentials. Unset: all."),
    },
  );
  return struct(nameOf("AuthenticationConfiguration"), "Token issuers, and access without credentials.", {
    ...typeMetaFields,
    jwt: optional(list(jwt), 1, "Token issuers."),
    anonymous: pointer(anonymous, 2, "Access without credentials. Unset: as the flags say."),
  });
}
