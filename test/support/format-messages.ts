/** Validation messages for text formats that many fields share. */

/** Message for text that is not a DNS subdomain. */
export const notSubdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and " +
  "end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/** Message for text that is not a DNS label. */
export const notLabel =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with " +
  "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

/** Message for text that is not a DNS label of RFC 1035. */
export const notDns1035Label =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and " +
  "end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is " +
  "'[a-z]([-a-z0-9]*[a-z0-9])?')";

/** Message for a qualified name whose part after the prefix is invalid. */
export const notQualifiedName =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric " +
  "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

/** Message for text that is not a label value. */
export const notLabelValue =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end " +
  "with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is " +
  "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/** Message for text that is not a key of a ConfigMap or Secret. */
export const notConfigKey =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or " +
  "'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

/** Message for text that is not the reason of a condition. */
export const notConditionReason =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters " +
  "or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or " +
  "'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";

/** Message for a number that is not the mode of a file. */
export const notFileMode = "must be a number between 0 and 0777 (octal), both inclusive";

/** Message for text that is not an IP address. */
export const notAddress = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";

/** Message for a number that is not a port. */
export const notPort = "must be between 1 and 65535, inclusive";

/** Message for a number that is not a user or group ID. */
export const notId = "must be between 0 and 2147483647, inclusive";

/** Message for a port name without a letter. */
export const noPortLetters = "must contain at least one letter (a-z)";
