/**
 * An exact decimal: `units / 10 ** scale`. Numbers of an expression are decimals of at most ten places, as the
 * `numeric` of the database is, so that 0.1 + 0.2 == 0.3 and both sides round alike.
 */
export type Decimal = { readonly units: bigint; readonly scale: number };

/** Places a result keeps; further ones are rounded off, half away from zero. */
export const decimalPlaces = 10;

const plain = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** The decimal a number is written as; undefined for what is no number. */
export function toDecimal(value: number): Decimal | undefined {
  if (Number.isSafeInteger(value)) return { units: BigInt(value), scale: 0 };
  const [, sign, whole, fraction = '', exponent = '0'] = plain.exec(String(value)) ?? [];
  if (whole === undefined) return undefined;
  const units = BigInt(`${sign}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale < 0 ? { units: units * power(-scale), scale: 0 } : rounded({ units, scale });
}

/** The nearest number; undefined where there is none. */
export function toNumber({ units, scale }: Decimal): number | undefined {
  const number = scale === 0 ? Number(units) : Number(decimalText({ units, scale }));
  return Number.isFinite(number) ? number : undefined;
}

/** A number in digits as the database reads them; undefined for what is no number. */
export function digitsOf(value: number): string | undefined {
  const decimal = toDecimal(value);
  return decimal === undefined ? undefined : decimalText(decimal);
}

/** The decimal in digits. */
function decimalText({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return units < 0n ? `-${text}` : text;
}

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const [x, y] = aligned(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
}

export function add(a: Decimal, b: Decimal): Decimal {
  const [x, y] = aligned(a, b);
  return { units: x + y, scale: Math.max(a.scale, b.scale) };
}

export function negate({ units, scale }: Decimal): Decimal {
  return { units: -units, scale };
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return rounded({ units: a.units * b.units, scale: a.scale + b.scale });
}

/** The quotient to ten places; undefined for a division by zero. */
export function divide(a: Decimal, b: Decimal): Decimal | undefined {
  if (b.units === 0n) return undefined;
  return { units: quotient(a.units * power(decimalPlaces + b.scale), b.units * power(a.scale)), scale: decimalPlaces };
}

/** The nearest whole number, half away from zero. */
export function round({ units, scale }: Decimal): Decimal {
  return { units: quotient(units, power(scale)), scale: 0 };
}

/** The greatest whole number not above it. */
export function floor({ units, scale }: Decimal): Decimal {
  const size = power(scale);
  const whole = units / size;
  return { units: units < 0n && whole * size !== units ? whole - 1n : whole, scale: 0 };
}

function rounded(value: Decimal): Decimal {
  const excess = value.scale - decimalPlaces;
  return excess <= 0 ? value : { units: quotient(value.units, power(excess)), scale: decimalPlaces };
}

function aligned(a: Decimal, b: Decimal): readonly [bigint, bigint] {
  const scale = Math.max(a.scale, b.scale);
  return [a.units * power(scale - a.scale), b.units * power(scale - b.scale)];
}

function power(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

/** Division to whole numbers, half away from zero. */
function quotient(a: bigint, b: bigint): bigint {
  const magnitude = (abs(a) * 2n + abs(b)) / (abs(b) * 2n);
  return a < 0n === b < 0n ? magnitude : -magnitude;
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
