import type { FieldType } from './kind/field-type.ts';
import { normaliseMobile } from './kind/phone-number.ts';
import { codeType, textType } from './kind/text-value.ts';

/** A mobile number of the mainland, stored as its eleven digits. */
export const mobile: FieldType = { ...textType(255, normaliseMobile), ...codeType, lookup: normaliseMobile };
