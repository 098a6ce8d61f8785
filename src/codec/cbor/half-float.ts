/** Floating point numbers of 16 bits (IEEE 754 binary16). */

const signBit = 0x8000;
const exponentBias = 15;
const fractionBits = 10;
const fractionSize = 2 ** fractionBits;
const exponentMax = 0x1f;
const singleView = new DataView(new ArrayBuffer(4));

/** Returns the number with these bits. */
export function halfToNumber(bits: number): number {
  const sign = bits & signBit ? -1 : 1;
  const exponent = (bits >> fractionBits) & exponentMax;
  const fraction = bits & (fractionSize - 1);
  if (exponent === exponentMax) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  if (exponent === 0) return sign * fraction * 2 ** (1 - exponentBias - fractionBits);
  return sign * (1 + fraction / fractionSize) * 2 ** (exponent - exponentBias);
}

/** Returns the bits of a finite number. Undefined if 16 bits cannot hold it exactly. */
export function numberToHalf(value: number): number | undefined {
  if (Math.fround(value) !== value) return undefined;
  singleView.setFloat32(0, value);
  const single = singleView.getUint32(0);
  const sign = (single >>> 16) & signBit;
  const exponent = ((single >>> 23) & 0xff) - 127;
  const fraction = single & 0x7f_ffff;
  if (value === 0) return sign;
  if (exponent > exponentBias || exponent < -24) return undefined;
  const shift = exponent < -14 ? 13 - 14 - exponent : 13;
  const significand = exponent < -14 ? fraction | 0x80_0000 : fraction;
  if ((significand & ((1 << shift) - 1)) !== 0) return undefined;
  const biased = exponent < -14 ? 0 : exponent + exponentBias;
  return sign | (biased << fractionBits) | (significand >> shift);
}
