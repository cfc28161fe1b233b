import { fileKinds } from '../../contract/files.ts';
import { type FileFieldType, type FileRule, fileRuleOf, sentKinds } from '../../engine/model/fields/index.ts';
import type { Values } from '../kernel/operation/record-store.ts';

/** What the sender of a file says it is wanted for: the checked `kinds` and `maxMegabytes` of an address. */
export function wantedRule(type: FileFieldType, { kinds, maxMegabytes }: Values): FileRule {
  const named = typeof kinds === 'string' ? kinds.split(',') : undefined;
  const wanted = named === undefined ? {} : { kinds: fileKinds.filter((kind) => named.includes(kind)) };
  const most = typeof maxMegabytes === 'string' ? { maxMegabytes: Number(maxMegabytes) } : {};
  return fileRuleOf({ type, ...wanted, ...most }) ?? { kinds: sentKinds[type] };
}
