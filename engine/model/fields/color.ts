import type { FieldType } from './kind/field-type.ts';
import { codeType, textType } from './kind/text-value.ts';

/** A colour, stored as `#rrggbb` in small letters; `#abc` and capitals are read as well. */
export const color: FieldType = { ...textType(7, readColor), ...codeType, fitsCell: true };

function readColor(text: string): string | undefined {
  const [, digits] = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return `#${full.toLowerCase()}`;
}

/** Black or white: whichever is read better on a colour `#rrggbb`, at 4.5 to 1 or more on every one. */
export function inkOn(color: string): '#000000' | '#ffffff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // Where both are read alike.
  return luminance > Math.sqrt(1.05 * 0.05) - 0.05 ? '#000000' : '#ffffff';
}

/** A part of a colour as light, by the rule of sRGB. */
function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
