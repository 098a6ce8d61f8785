/** Replaces addresses of memory, which differ in each process of the reference, by a fixed address. */
export function withFixedAddresses(message: string): string {
  return message.replaceAll(/\(0x[0-9a-f]+\)/g, "(0xc000000000)");
}
