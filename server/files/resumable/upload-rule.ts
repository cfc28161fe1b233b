import { fileKinds } from '../../../contract/files.ts';
import { type FileRule, fileRuleOf, sentKinds } from '../../../engine/model/fields/index.ts';

/** What the field takes that an upload was begun for. */
export function ruleOfUpload({
  kinds,
  maxMegabytes,
}: {
  readonly kinds: readonly string[] | null;
  readonly maxMegabytes: number | null;
}): FileRule {
  const named = kinds === null ? {} : { kinds: fileKinds.filter((kind) => kinds.includes(kind)) };
  const most = maxMegabytes === null ? {} : { maxMegabytes };
  return fileRuleOf({ type: 'file', ...named, ...most }) ?? { kinds: sentKinds.file };
}
