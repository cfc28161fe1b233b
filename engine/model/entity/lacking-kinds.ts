import type { EntityDocument } from '../generated/documents.ts';
import { nearestName } from '../naming/naming.ts';
import { calledName } from './common-field.ts';
import { entityModel, resolvePath } from './entity-model.ts';

/** Why a path through one of several kinds leads nowhere: the kinds that lack what it ends at, and what all have instead. */
export type LackingKinds = {
  readonly expected: string;
  readonly expectedEn: string;
  readonly nearest?: string;
};

/** What is wrong with a path that breaks behind a reference to one of several kinds; undefined where it breaks elsewhere. */
export function lackingKinds(
  entities: ReadonlyMap<string, EntityDocument>,
  start: EntityDocument,
  path: string,
): LackingKinds | undefined {
  const segments = path.split('.');
  for (const index of segments.slice(0, -1).keys()) {
    const before = segments.slice(0, index);
    const holder = index === 0 ? entityModel(start) : resolvePath(entities, start, [...before, 'id'].join('.'))?.entity;
    const several = holder?.kinds.get(segments[index] ?? '');
    if (several === undefined) continue;
    const title = several[0]?.field.title ?? '';
    const targets = several.flatMap(({ entity }) => entities.get(entity) ?? []);
    const rest = segments.slice(index + 1);
    const lacking = targets.filter((target) => resolvePath(entities, target, rest.join('.')) === undefined);
    const known = [calledName, ...targets.flatMap((target) => [...entityModel(target).fields.keys()])];
    const reads = (key: string) =>
      resolvePath(entities, start, [...before, segments[index], key].join('.')) !== undefined;
    const near = nearestName(rest.join('.'), new Set(known.filter(reads)));
    const whose = (of: (target: EntityDocument) => string, and: string) => lacking.map(of).join(and);
    return {
      expected:
        lacking.length === 0
          ? `“${title}”的各种对象都有、同一类型、不遮盖的一个值`
          : `“${title}”的各种对象都有的字段（${whose(({ title }) => title, '、')}没有）`,
      expectedEn:
        lacking.length === 0
          ? 'one value that all kinds have in one type and in clear'
          : `a field of every kind (not of ${whose(({ name }) => name, ', ')})`,
      ...(near === undefined ? {} : { nearest: [...before, segments[index], near].join('.') }),
    };
  }
  return undefined;
}
