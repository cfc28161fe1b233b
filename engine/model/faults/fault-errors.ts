import { documentErrors } from './document-errors.ts';
import type { ErrorEntry } from './error-entry.ts';
import type { Fault, FaultCode, MissingAct } from './fault.ts';
import { inputErrors } from './input-errors.ts';
import { spokenError } from './spoken.ts';

/** The errors that a browser tells by itself, too: of documents, of what is filled in, of a file that is chosen. */
export const faultCatalogue = {
  ...documentErrors,
  ...inputErrors,
  E_FILE_EMPTY: {
    envelope: '1',
    http: 200,
    zh: '文件是空的',
    en: 'the file is empty',
    next: '换一个有内容的文件。',
  },
  E_FILE_TOO_LARGE: {
    envelope: '1',
    http: 413,
    zh: '文件过大，最多 {expected}',
    en: 'the file is larger than {expected}',
    next: '压缩或拆分后再上传。',
  },
  E_FILE_TYPE: {
    envelope: '1',
    http: 200,
    zh: '不支持这种文件（{got}），可用：{expected}',
    en: 'this kind of file ({got}) is not taken, only {expected}',
    next: '按内容判断类型，改扩展名没有用；换成可用的格式。',
  },
} as const satisfies Record<string, ErrorEntry>;

/** Languages the catalogue speaks. */
export type Language = 'zh' | 'en';

const catalogueOfFaults: Record<FaultCode, ErrorEntry> = faultCatalogue;

const actWords: Record<MissingAct, string> = { choose: '选择', upload: '上传' };

/** Fills `{name}` in a template from facts; a missing fact becomes an empty text. */
export function fillTemplate(template: string, facts: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''));
}

/** One sentence for a fault, with the nearest name where there is one; in the language of the host unless told. */
export function faultMessage(fault: Fault, language?: Language): string {
  const facts = factsOf(fault, language);
  const spoken = language === undefined ? spokenError(fault.code, facts) : undefined;
  return spoken === undefined ? written(fault, facts, language ?? 'zh') : completed(spoken, fault);
}

function factsOf(fault: Fault, language: Language | undefined): Readonly<Record<string, unknown>> {
  const expected = language === 'en' ? (fault.expectedEn ?? fault.expected) : fault.expected;
  const act = fault.act === undefined ? '填写' : actWords[fault.act];
  return { ...fault, expected, act, title: fault.title ?? fault.pointer.split('/').at(-1) ?? '' };
}

/** The sentence of the catalogue. */
function written(fault: Fault, facts: Readonly<Record<string, unknown>>, language: Language): string {
  const place = language === 'zh' ? '（第 {at} 个字符）' : ' (character {at})';
  const at = fault.offset === undefined ? '' : fillTemplate(place, { at: fault.offset + 1 });
  // What is unknown has no title of its own: where it is in a value is told before it.
  const within = fault.code === 'E_INPUT_UNKNOWN' && fault.title !== undefined ? `${fault.title}：` : '';
  const sentence = `${within}${fillTemplate(catalogueOfFaults[fault.code][language], facts)}${at}`;
  if (fault.nearest === undefined) return sentence;
  return language === 'zh'
    ? `${sentence}，是否为“${fault.nearest}”？`
    : `${sentence}; did you mean "${fault.nearest}"?`;
}

/** What the host says, with where it is and the nearest name, as far as it has words for these. */
function completed(spoken: string, { offset, nearest }: Fault): string {
  const at = offset === undefined ? undefined : spokenError('fault.at', { at: offset + 1 });
  const near = nearest === undefined ? undefined : spokenError('fault.nearest', { nearest });
  return [spoken, at, near].filter((part) => part !== undefined).join('');
}
