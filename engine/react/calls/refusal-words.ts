import type { ApiRefusal } from '../../client/index.ts';
import { faultMessage } from '../../model/faults/index.ts';
import { sentences } from '../formats/listed.ts';
import type { useText } from '../host/engine-context.tsx';
import { isEmpty } from '../record/values.ts';

/** Why something was refused; where others changed the same field meanwhile: who, and to what. */
export function refusalWords(error: ApiRefusal, t: ReturnType<typeof useText>, key?: string): string {
  const fields = error.detail.fields ?? [];
  const field = key === undefined ? fields[0] : fields.find((each) => each.key === key);
  if (field === undefined) return error.message;
  const stored = field.storedText ?? (isEmpty(field.stored) ? t('engine.conflict.none') : String(field.stored));
  return t('engine.cell.conflict', { by: field.by ?? t('engine.cell.others'), stored });
}

/** Why something was refused where there is no form to show its faults in: what is wrong itself. */
export function faultWords(error: ApiRefusal, t: ReturnType<typeof useText>): string {
  const faults = error.detail.faults ?? [];
  return faults.length === 0 ? refusalWords(error, t) : sentences(faults.map((fault) => faultMessage(fault)));
}
