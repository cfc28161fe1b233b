import { valueAt } from '../../model/record/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';

export { valueAt };

/** The object that holds the last segment of a path: the record itself, or the relation it leads through. */
export function holderAt(record: WireRecord, path: string): unknown {
  const cut = path.lastIndexOf('.');
  return cut < 0 ? record : valueAt(record, path.slice(0, cut));
}
