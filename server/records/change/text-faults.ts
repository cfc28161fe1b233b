import { type Fault, pointer } from '../../../engine/model/faults/index.ts';
import { picturesOf } from '../../../engine/model/fields/index.ts';
import { checkValue, type InputField } from '../../../engine/model/record/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { isReadable } from '../read/readable-file.ts';
import { cleanHtml } from '../store/clean-html.ts';
import { pictureFault } from '../store/html-pictures.ts';
import type { Referring } from './referring.ts';

/**
 * What is wrong with formatted texts: every picture that the caller may not read, since a row's own picture is what he
 * sends in or a copy of what he may read; and what a text says once nothing is left in it that acts.
 */
export async function textFaults(rows: readonly Referring[], context: CallContext): Promise<readonly Fault[]> {
  const readable = new Map<string, Promise<boolean>>();
  const faults: Fault[] = [];
  for (const { field, text, at } of rows.flatMap(textsOf)) {
    const place = { pointer: at, title: field.title };
    const clean = cleanHtml(text, field.formats);
    faults.push(...cleanFaults(field, clean, context).map((fault) => ({ ...fault, ...place })));
    for (const [index, id] of picturesOf(clean).entries()) {
      const isFine = readable.get(id) ?? isReadable(id, context);
      readable.set(id, isFine);
      if (!(await isFine)) faults.push({ ...pictureFault(field, index, id), ...place });
    }
  }
  return faults;
}

function textsOf({ values, fields, at }: Referring) {
  return Object.entries(values).flatMap(([key, text]) => {
    const field = fields.get(key);
    if (field?.type !== 'html' || typeof text !== 'string') return [];
    return [{ field, text, at: `${at}${pointer(key)}` }];
  });
}

function cleanFaults(field: InputField, clean: string, { documents, now }: CallContext) {
  const outcome = checkValue(field, clean, { dictionaries: documents.dictionaries, now });
  if ('fault' in outcome) return [outcome.fault];
  return outcome.value === null && field.required === true ? [{ code: 'E_INPUT_REQUIRED' } as const] : [];
}
