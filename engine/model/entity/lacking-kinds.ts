import type { EntityDocument } from '../generated/documents.ts';
import { nearestName } from '../naming/naming.ts';
import type { Message } from '../texts/message.ts';
import { modelText } from '../texts/model-text.ts';
import { calledName } from './common-field.ts';
import { entityModel, resolvePath } from './entity-model.ts';

/** Why a path through one of several kinds leads nowhere: the kinds that lack what it ends at, and what all have instead. */
export type LackingKinds = {
  readonly wanted: Message;
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
    const { title, key } = several[0]?.field ?? { title: '', key: '' };
    const field = { title, name: key };
    const targets = several.flatMap(({ entity }) => entities.get(entity) ?? []);
    const rest = segments.slice(index + 1);
    const lacking = targets.filter((target) => resolvePath(entities, target, rest.join('.')) === undefined);
    const known = [calledName, ...targets.flatMap((target) => [...entityModel(target).fields.keys()])];
    const reads = (key: string) =>
      resolvePath(entities, start, [...before, segments[index], key].join('.')) !== undefined;
    const near = nearestName(rest.join('.'), new Set(known.filter(reads)));
    const wanted =
      lacking.length === 0
        ? modelText('model.kinds.oneValueOfAll', { field })
        : modelText('model.kinds.fieldOfEvery', { field, lacking });
    return {
      wanted,
      ...(near === undefined ? {} : { nearest: [...before, segments[index], near].join('.') }),
    };
  }
  return undefined;
}
