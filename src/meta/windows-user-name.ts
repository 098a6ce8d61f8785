/** The format of the user name that a Windows container runs as. */
import { faultUnless } from "./format-faults.ts";

const netBiosName = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const dnsName = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** Returns the faults of `DOMAIN\user` or `user`. */
export function checkWindowsRunAsUserName(text: string): string[] {
  if (text === "") return ["runAsUserName cannot be an empty string"];
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\0-\x1f\x7f]/.test(text)) return ["runAsUserName cannot contain control characters"];
  const parts = text.split("\\");
  if (parts.length > 2) return ["runAsUserName cannot contain more than one backslash"];
  const [domain, user = ""] = parts.length === 2 ? parts : [undefined, text];
  return [...windowsDomainFaults(domain), ...windowsUserFaults(user)];
}

function windowsDomainFaults(domain: string | undefined): string[] {
  if (domain === undefined) return [];
  return [
    ...faultUnless(Buffer.byteLength(domain) < 256, "runAsUserName's Domain length must be under 256 characters"),
    ...faultUnless(
      netBiosName.test(domain) || dnsName.test(domain),
      "runAsUserName's Domain doesn't match the NetBios nor the DNS format",
    ),
  ];
}

function windowsUserFaults(user: string): string[] {
  return [
    ...faultUnless(user !== "", "runAsUserName's User cannot be empty"),
    ...faultUnless(
      Buffer.byteLength(user) <= 104,
      "runAsUserName's User length must not be longer than 104 characters",
    ),
    ...faultUnless(!/^[. ]+$/.test(user), "runAsUserName's User cannot contain only periods or spaces"),
    ...faultUnless(
      !/["/\\:;|=,+*?<>@[\]]/.test(user),
      "runAsUserName's User cannot contain the following characters: \"/\\:;|=,+*?<>@[]",
    ),
  ];
}
