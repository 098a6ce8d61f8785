/**
 * IP addresses and address blocks. One parser has a strict and a lenient mode. The strict mode rejects a text with the
 * error messages of Go's `netip` package. The lenient mode also accepts leading zeros, which older objects may hold,
 * and reads the number as decimal; it accepts no zone.
 */

import { readGoInt } from "../go-int.ts";
import { goQuote } from "../go-quote.ts";
import { ParseError } from "../parse-error.ts";

/** A parsed IP address. */
export interface IpAddress {
  /** 4 for IPv4, 16 for IPv6, which includes addresses of the form `::ffff:1.2.3.4`. */
  readonly bytes: readonly number[];
  /** `eth0` in `fe80::1%eth0`; empty when there is none. */
  readonly zone: string;
}

/** An address block, as in `10.0.0.0/8`. Bits after the prefix may be set. */
export interface IpPrefix {
  readonly address: IpAddress;
  /** Length of the prefix. */
  readonly bits: number;
}

/** Longer text is rejected unread. Bounds the cost of parsing and the length of messages. */
const textLengthMax = 1024;

/** Returns the address in the lenient mode; undefined if `text` is not an address. */
export function parseIp(text: string): IpAddress | undefined {
  return undefinedIfInvalid(() => new IpReader(text, { lenient: true }).read());
}

/** Returns the address in the strict mode. @throws ParseError with the message of `netip.ParseAddr` */
export function parseIpStrict(text: string): IpAddress {
  return new IpReader(text, { lenient: false }).read();
}

/**
 * Returns the address block in the lenient mode; undefined if `text` is not a block. Bits after the prefix may be set.
 */
export function parseCidr(text: string): IpPrefix | undefined {
  const slash = text.indexOf("/");
  const address = slash < 0 ? undefined : parseIp(text.slice(0, slash));
  const length = text.slice(slash + 1);
  if (!address || !/^0*\d{1,3}$/.test(length)) return undefined;
  const bits = Number(length);
  return bits <= address.bytes.length * 8 ? { address, bits } : undefined;
}

/** Returns the address block in the strict mode. @throws ParseError with the message of `netip.ParsePrefix` */
export function parseCidrStrict(text: string): IpPrefix {
  const parseError = (why: string): ParseError => new ParseError(`netip.ParsePrefix(${goQuote(text)}): ${why}`);
  const slash = text.lastIndexOf("/");
  if (slash < 0) throw parseError("no '/'");
  const address = withContext(() => parseIpStrict(text.slice(0, slash)), parseError);
  if (address.zone !== "") throw parseError("IPv6 zones cannot be present in a prefix");
  const length = text.slice(slash + 1);
  const bits = length.length > 1 && !/^[1-9]/.test(length) ? "invalid syntax" : readGoInt(length);
  if (typeof bits === "string") throw parseError(`bad bits after slash: ${goQuote(length)}`);
  if (bits < 0n || bits > address.bytes.length * 8) throw parseError("prefix length out of range");
  return { address, bits: Number(bits) };
}

function undefinedIfInvalid<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

function withContext<T>(parse: () => T, wrap: (why: string) => ParseError): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof ParseError ? wrap(error.message) : error;
  }
}

/**
 * Returns the four bytes of an IPv4 address, including one in the form `::ffff:1.2.3.4`. Undefined for other IPv6
 * addresses.
 */
export function asIpv4({ bytes }: IpAddress): readonly number[] | undefined {
  if (bytes.length === 4) return bytes;
  const mapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
  return mapped ? bytes.slice(12) : undefined;
}

/** Returns the address of the block with the bits after the prefix cleared. */
export function networkOf({ address, bits }: IpPrefix): IpAddress {
  const bytes = address.bytes.map((byte, index) => {
    const kept = Math.min(8, Math.max(0, bits - index * 8));
    return byte & (0xff << (8 - kept));
  });
  return { bytes, zone: address.zone };
}

/** Whether the address is in the block. False if one is IPv4 and the other IPv6. */
export function isWithin(address: IpAddress, block: IpPrefix): boolean {
  if (address.bytes.length !== block.address.bytes.length) return false;
  const network = networkOf(block).bytes;
  return networkOf({ address, bits: block.bits }).bytes.every((byte, index) => byte === network[index]);
}

/** Returns the text of the address in the form of RFC 5952. */
export function formatIp(address: IpAddress): string {
  const ipv4 = asIpv4(address)?.join(".");
  if (address.bytes.length === 4) return ipv4 ?? "";
  const zone = address.zone === "" ? "" : `%${address.zone}`;
  return (ipv4 === undefined ? groupsText(groupsOf(address.bytes)) : `::ffff:${ipv4}`) + zone;
}

function groupsOf(bytes: readonly number[]): number[] {
  return Array.from({ length: 8 }, (_, index) => ((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0));
}

/** Joins the groups with colons. The longest run of two or more zeros, the first of equally long ones, becomes `::`. */
function groupsText(groups: readonly number[]): string {
  let [start, length] = [0, 1];
  for (let index = 0; index < groups.length; index++) {
    let end = index;
    while (groups[end] === 0) end++;
    if (end - index > length) [start, length] = [index, end - index];
  }
  const texts = groups.map((group) => group.toString(16));
  if (length < 2) return texts.join(":");
  return `${texts.slice(0, start).join(":")}::${texts.slice(start + length).join(":")}`;
}

class IpReader {
  readonly #text: string;
  readonly #lenient: boolean;
  #unparsed = "";

  constructor(text: string, options: { readonly lenient: boolean }) {
    this.#text = text;
    this.#lenient = options.lenient;
  }

  read(): IpAddress {
    const kind = this.#text.length > textLengthMax ? undefined : /[.:%]/.exec(this.#text)?.[0];
    if (kind === undefined) throw this.#parseError("unable to parse IP");
    if (kind === "%") throw this.#parseError("missing IPv6 address");
    return kind === "." ? { bytes: this.#ipv4(this.#text), zone: "" } : this.#ipv6();
  }

  #parseError(why: string, at = ""): ParseError {
    return new ParseError(`ParseAddr(${goQuote(this.#text)}): ${why}${at === "" ? "" : ` (at ${goQuote(at)})`}`);
  }

  #ipv4(text: string): number[] {
    const octets: number[] = [];
    let digits = "";
    for (let index = 0; index < text.length; index++) {
      const character = text[index] ?? "";
      if (/\d/.test(character)) {
        if (digits === "0" && !this.#lenient) throw this.#parseError("IPv4 field has octet with leading zero");
        digits = digits === "0" ? character : digits + character;
        if (Number(digits) > 255) throw this.#parseError("IPv4 field has value >255");
      } else if (character === ".") {
        const last = index === text.length - 1;
        if (digits === "" || last) throw this.#parseError("IPv4 field must have at least one digit", text.slice(index));
        if (octets.length === 3) throw this.#parseError("IPv4 address too long");
        octets.push(Number(digits));
        digits = "";
      } else throw this.#parseError("unexpected character", text.slice(index));
    }
    if (octets.length < 3) throw this.#parseError("IPv4 address too short");
    return [...octets, Number(digits)];
  }

  #ipv6(): IpAddress {
    const percent = this.#text.indexOf("%");
    const zone = percent < 0 ? "" : this.#text.slice(percent + 1);
    if (percent >= 0 && zone === "") throw this.#parseError("zone must be a non-empty string");
    if (percent >= 0 && this.#lenient) throw this.#parseError("zones are not allowed");
    this.#unparsed = percent < 0 ? this.#text : this.#text.slice(0, percent);
    return { bytes: this.#ipv6Bytes(), zone };
  }

  #ipv6Bytes(): number[] {
    const bytes: number[] = [];
    let gap = -1;
    if (this.#unparsed.startsWith("::")) {
      gap = 0;
      this.#unparsed = this.#unparsed.slice(2);
    }
    while (this.#unparsed !== "" && bytes.length < 16) {
      const group = this.#group();
      if (this.#unparsed[group.length] === ".") {
        bytes.push(...this.#embeddedIpv4({ gap, count: bytes.length }));
        break;
      }
      const value = Number.parseInt(group, 16);
      bytes.push(value >> 8, value & 0xff);
      this.#unparsed = this.#unparsed.slice(group.length);
      if (this.#unparsed === "") break;
      if (this.#separator(gap >= 0)) gap = bytes.length;
    }
    return this.#expand(bytes, gap);
  }

  /** Returns the hexadecimal digits at the start of the remaining text, without consuming them. */
  #group(): string {
    const digits = /^[\da-f]*/i.exec(this.#unparsed)?.[0] ?? "";
    if (digits === "")
      throw this.#parseError("each colon-separated field must have at least one digit", this.#unparsed);
    const tooLong = this.#lenient ? Number.parseInt(digits, 16) > 0xffff : digits.length > 4;
    if (tooLong) throw this.#parseError("each group must have 4 or less digits", this.#unparsed);
    return digits;
  }

  #embeddedIpv4({ gap, count }: { gap: number; count: number }): number[] {
    if (gap < 0 && count !== 12) {
      throw this.#parseError("embedded IPv4 address must replace the final 2 fields of the address", this.#unparsed);
    }
    if (count > 12) {
      throw this.#parseError("too many hex fields to fit an embedded IPv4 at the end of the address", this.#unparsed);
    }
    const octets = this.#ipv4(this.#unparsed);
    this.#unparsed = "";
    return octets;
  }

  /** Consumes one colon, or both colons of a gap (`::`). Returns whether it was a gap. */
  #separator(hasGap: boolean): boolean {
    if (!this.#unparsed.startsWith(":")) throw this.#parseError("unexpected character, want colon", this.#unparsed);
    if (this.#unparsed === ":") throw this.#parseError("colon must be followed by more characters", this.#unparsed);
    this.#unparsed = this.#unparsed.slice(1);
    if (!this.#unparsed.startsWith(":")) return false;
    if (hasGap) throw this.#parseError("multiple :: in address", this.#unparsed);
    this.#unparsed = this.#unparsed.slice(1);
    return true;
  }

  #expand(bytes: readonly number[], gap: number): number[] {
    if (this.#unparsed !== "") throw this.#parseError("trailing garbage after address", this.#unparsed);
    if (gap < 0 && bytes.length < 16) throw this.#parseError("address string too short");
    if (gap < 0) return [...bytes];
    if (bytes.length === 16) throw this.#parseError("the :: must expand to at least one field of zeros");
    const zeros = Array.from({ length: 16 - bytes.length }, () => 0);
    return [...bytes.slice(0, gap), ...zeros, ...bytes.slice(gap)];
  }
}
