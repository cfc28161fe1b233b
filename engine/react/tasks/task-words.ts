import type { BackgroundJob } from '../../model/wire/index.ts';
import { formatNumber } from '../formats/format.ts';
import type { useText } from '../host/engine-context.tsx';
import { agoText } from './relative-time.ts';

type Words = ReturnType<typeof useText>;

/** What the file of a job holds. */
export function fileWord({ kind }: Pick<BackgroundJob, 'kind'>, t: Words): string {
  if (kind === 'import') return t('engine.tasks.downloadBad');
  if (kind === 'import_undo') return t('engine.tasks.downloadKept');
  return t('engine.tasks.download');
}

/** `320 / 1,284`, or how many so far while the whole is not known. */
export function progressWords({ status, done, total, cancelAt }: BackgroundJob, t: Words): string {
  if (cancelAt !== null) return t('engine.tasks.stopping');
  if (status === 'pending') return t('engine.tasks.status.pending');
  if (total === null || total === 0) return t('engine.tasks.status.running');
  return t('engine.tasks.progress', { done: formatNumber(done), total: formatNumber(total) });
}

const minute = 60_000;
const hour = 60 * minute;

/** How long something still takes, roughly. */
export function leftWords(left: number, t: Words): string {
  if (left < minute) return t('engine.tasks.leftSoon');
  if (left < hour) return t('engine.tasks.leftMinutes', { count: Math.ceil(left / minute) });
  return t('engine.tasks.leftHours', { count: Math.ceil(left / hour) });
}

/** How long ago something was. */
export function agoWords(moment: string, now: number, t: Words): string {
  return agoText(moment, now) ?? t('engine.tasks.justNow');
}

/** What can be done about a failure, by its code. */
export function adviceFor({ errorCode, kind }: Pick<BackgroundJob, 'errorCode' | 'kind'>, t: Words): string {
  switch (errorCode) {
    case 'E_NO_PERMISSION':
    case 'E_NO_PAGE':
      return t('engine.fault.askPermission');
    case 'E_EXPORT_LIMIT':
      return t('engine.tasks.advice.limit');
    case 'E_IMPORT_EMPTY':
    case 'E_IMPORT_FILE':
    case 'E_IMPORT_LIMIT':
      return t('engine.tasks.advice.file');
    default:
      return t(kind === 'export' ? 'engine.tasks.advice.again' : 'engine.tasks.advice.rest');
  }
}
