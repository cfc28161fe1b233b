import { listed } from '../../engine/react/index.ts';
import { type Held, holds, opens } from './grant-tree.ts';
import type { CataloguedMask, EntityScope, Named, Names, Policy, Role } from './permission-calls.ts';
import { modeText, scopeText } from './texts.ts';
import type { GrantText } from './use-grant-text.ts';

/** How a kind of masked field is shown. */
export type Mask = {
  readonly mode: string;
  readonly revealDailyLimit: number;
  /** Whole values that may be looked up in a minute and in a day. */
  readonly lookupMinuteLimit: number;
  readonly lookupDailyLimit: number;
  readonly callOnly: boolean;
};

/** What a role gives, as it is edited. */
export type RoleDraft = Held & {
  readonly dataScope: string;
  readonly customDepartmentIds: readonly string[];
  readonly entityScopes: readonly EntityScope[];
  readonly projectIds: readonly string[];
  /** By policy; of one that is missing its kind's holds, and of a kind that is missing the usual. */
  readonly masks: ReadonlyMap<string, Mask>;
};

/** How a kind of which nothing is said is shown. */
export const usualMask: Mask = {
  mode: 'mask',
  revealDailyLimit: 50,
  lookupMinuteLimit: 20,
  lookupDailyLimit: 200,
  callOnly: false,
};

/** How fields of a policy are shown by a role: as is told of it, else of their kind, else as usual. */
export function maskInForce({ masks }: Pick<RoleDraft, 'masks'>, { policy, kind }: CataloguedMask): Mask {
  return masks.get(policy) ?? masks.get(kind) ?? usualMask;
}

/** How a policy shows its kind of field. */
export function maskOf(policy: Mask): Mask {
  const { mode, revealDailyLimit, lookupMinuteLimit, lookupDailyLimit, callOnly } = policy;
  return { mode, revealDailyLimit, lookupMinuteLimit, lookupDailyLimit, callOnly };
}

/** What a stored role gives. */
export function draftOf(role: Role, policies: readonly Policy[]): RoleDraft {
  return {
    menus: new Set(role.menus),
    permissions: new Set(role.permissions),
    dataScope: role.dataScope,
    customDepartmentIds: role.customDepartmentIds ?? [],
    entityScopes: role.entityScopes ?? [],
    projectIds: role.projectIds ?? [],
    masks: new Map(policies.filter(({ enabled }) => enabled).map((policy) => [policy.field, maskOf(policy)])),
  };
}

/** One difference between two drafts. */
export type Difference = { readonly kind: 'more' | 'less' | 'other'; readonly area: string; readonly text: string };

/** What the second has otherwise than the first. */
export function differences(before: RoleDraft, after: RoleDraft, names: Names, t: GrantText): readonly Difference[] {
  const pageTitle = new Map(names.catalogue.pages.map(({ name, title }) => [name, title]));
  const keyTitle = new Map(
    names.catalogue.entities.flatMap(({ permissions }) =>
      permissions.map(({ permission, title }) => [permission, title] as const),
    ),
  );
  const departments = (ids: readonly string[]) => namesFor(ids, names.departments);
  const scope = ({ dataScope, customDepartmentIds = [] }: Omit<EntityScope, 'entity'>) =>
    dataScope === 'custom'
      ? t('scope.custom.of', { departments: departments(customDepartmentIds) })
      : scopeText(dataScope, t);
  return [
    ...sets(t('area.pages'), before.menus, after.menus, opens, (name) =>
      name === '*' ? t('told.allPages') : (pageTitle.get(name) ?? name),
    ),
    ...sets(
      t('area.actions'),
      before.permissions,
      after.permissions,
      holds,
      (key) => keyTitle.get(key) ?? wholeTitle(key, names, t),
    ),
    ...other(t('area.scope'), scope(before), scope(after)),
    ...entityDifferences(before, after, names, scope, t),
    ...sets(
      t('area.projects'),
      new Set(before.projectIds),
      new Set(after.projectIds),
      (held, id) => held.has(id),
      (id) => namesFor([id], names.projects),
    ),
    ...names.catalogue.masks.flatMap((mask) => {
      // What is told of neither follows its kind, which says its own difference.
      if (mask.policy !== mask.kind && !before.masks.has(mask.policy) && !after.masks.has(mask.policy)) return [];
      const [was, is] = [maskInForce(before, mask), maskInForce(after, mask)];
      return [
        ...other(t('area.field', { title: mask.title }), maskText(was, t), maskText(is, t)),
        ...other(t('area.lookup', { title: mask.title }), lookupText(was, t), lookupText(is, t)),
      ];
    }),
  ];
}

function entityDifferences(
  before: RoleDraft,
  after: RoleDraft,
  { catalogue }: Names,
  words: (scope: Omit<EntityScope, 'entity'>) => string,
  t: GrantText,
): readonly Difference[] {
  const entities = new Set([...before.entityScopes, ...after.entityScopes].map(({ entity }) => entity));
  const told = (draft: RoleDraft, entity: string) => {
    const own = draft.entityScopes.find((one) => one.entity === entity);
    return own === undefined ? t('told.sameScope') : words(own);
  };
  return [...entities].flatMap((entity) => {
    const title = catalogue.entities.find(({ name }) => name === entity)?.title ?? entity;
    return other(t('area.scopeOf', { title }), told(before, entity), told(after, entity));
  });
}

/** What a key that stands for many is called. */
function wholeTitle(key: string, { catalogue }: Names, t: GrantText): string {
  if (key === '*') return t('told.allActions');
  const entity = catalogue.entities.find(({ name }) => key === `${name}:*`);
  return entity === undefined ? key : t('told.allOf', { title: entity.title });
}

/** What one set has beyond the other; what stands for all in the other covers it. */
function sets(
  area: string,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
  covers: (held: ReadonlySet<string>, item: string) => boolean,
  title: (item: string) => string,
): readonly Difference[] {
  const missing = (from: ReadonlySet<string>, items: ReadonlySet<string>) =>
    [...items].filter((item) => !covers(from, item));
  return [
    ...missing(before, after).map((item) => ({ kind: 'more' as const, area, text: title(item) })),
    ...missing(after, before).map((item) => ({ kind: 'less' as const, area, text: title(item) })),
  ];
}

function other(area: string, before: string, after: string): readonly Difference[] {
  return before === after ? [] : [{ kind: 'other', area, text: `${before} → ${after}` }];
}

function maskText({ mode, revealDailyLimit, callOnly }: Mask, t: GrantText): string {
  const words = modeText(mode, t);
  if (mode !== 'mask') return words;
  return callOnly ? t('told.callOnly', { mode: words }) : t('told.reveals', { mode: words, count: revealDailyLimit });
}

function lookupText({ lookupMinuteLimit, lookupDailyLimit }: Mask, t: GrantText): string {
  return t('told.lookups', { minute: lookupMinuteLimit, day: lookupDailyLimit });
}

function namesFor(ids: readonly string[], named: readonly Named[]): string {
  return listed(ids.map((id) => named.find((one) => one.id === id)?.name ?? id));
}
