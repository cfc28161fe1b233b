import { accessErrors } from './access-errors.ts';
import { dataErrors } from './data-errors.ts';
import { documentErrors } from './document-errors.ts';
import type { ErrorEntry } from './error-entry.ts';
import type { Fault, FaultCode, MissingAct } from './fault.ts';
import { fileErrors } from './file-errors.ts';
import { inputErrors } from './input-errors.ts';
import { requestErrors } from './request-errors.ts';

/** Every error the engine can answer. Domain errors are registered beside their domain code. */
export const errorCatalogue = {
  ...documentErrors,
  ...inputErrors,
  ...requestErrors,
  ...fileErrors,
  ...accessErrors,
  ...dataErrors,
} as const satisfies Record<string, ErrorEntry>;

/** A code of the engine's own catalogue. */
export type ErrorCode = keyof typeof errorCatalogue;

/** Languages the catalogue speaks. */
export type Language = 'zh' | 'en';

const catalogueOfFaults: Record<FaultCode, ErrorEntry> = errorCatalogue;

const actWords: Record<MissingAct, string> = { choose: '选择', upload: '上传' };

/** Fills `{name}` in a template from facts; a missing fact becomes an empty text. */
export function fillTemplate(template: string, facts: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''));
}

/** One sentence for a fault, with the nearest name where there is one. */
export function faultMessage(fault: Fault, language: Language = 'zh'): string {
  const entry = catalogueOfFaults[fault.code];
  const expected = language === 'en' ? (fault.expectedEn ?? fault.expected) : fault.expected;
  const act = fault.act === undefined ? '填写' : actWords[fault.act];
  const facts = { ...fault, expected, act, title: fault.title ?? fault.pointer.split('/').at(-1) ?? '' };
  const place = language === 'zh' ? '（第 {at} 个字符）' : ' (character {at})';
  const at = fault.offset === undefined ? '' : fillTemplate(place, { at: fault.offset + 1 });
  const sentence = `${fillTemplate(entry[language], facts)}${at}`;
  if (fault.nearest === undefined) return sentence;
  return language === 'zh'
    ? `${sentence}，是否为“${fault.nearest}”？`
    : `${sentence}; did you mean "${fault.nearest}"?`;
}
