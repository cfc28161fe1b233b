import { modelText } from '../../texts/model-text.ts';
import { faulty } from './check-outcome.ts';
import type { FieldType, ReadText, ValueCheck } from './field-type.ts';
import { lineOperators } from './operators.ts';

/** What a text is read as when it has to look like something. */
export function matching(pattern: RegExp): ReadText {
  return (text) => (pattern.test(text) ? text : undefined);
}

/** What all types of texts have in common: trimmed, of a length, and read. */
export function textType(usualLength: number, read: ReadText = (text) => text) {
  return { kind: 'text', usualLength, check: textCheck(usualLength, read) } as const satisfies Partial<FieldType>;
}

/** A text with its letters A–Z small: how texts are compared where case does not count. */
export function inSmallLetters(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A text of digits: one finds it by the whole only. */
export const codeType = { operators: lineOperators, takesPastedList: true } as const satisfies Partial<FieldType>;

function textCheck(usualLength: number, read: ReadText): ValueCheck {
  return (raw, field) => {
    if (typeof raw !== 'string') return faulty('E_INPUT_TYPE', modelText('model.value.text'), raw);
    // Control characters but tab and line breaks: PostgreSQL text cannot hold NUL, and the others only disturb display.
    if (/(?![\t\n\r])\p{Cc}/u.test(raw)) return faulty('E_INPUT_FORMAT');
    const text = raw.trim();
    if (text === '') return { value: null };
    const { minLength = 0, maxLength = usualLength } = field;
    const length = [...text].length;
    if (length > maxLength) return faulty('E_INPUT_TOO_LONG', `${maxLength}`);
    if (length < minLength) return faulty('E_INPUT_TOO_SHORT', `${minLength}`);
    const value = read(text);
    return value === undefined ? faulty('E_INPUT_FORMAT') : { value };
  };
}
