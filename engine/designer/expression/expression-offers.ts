import type { ExpressionScope } from '../../model/check/index.ts';
import type { EntityDocument, EntityField } from '../../model/documents/index.ts';
import { entityModel } from '../../model/entity/index.ts';
import { expressionFunctions, functionMeaning } from '../../model/expression/index.ts';
import words from './offer-words.zh-CN.json';

/** Something that may be written in an expression. */
export type ExpressionOffer = {
  readonly label: string;
  readonly detail: string;
  readonly info?: string;
  /** What is written: the name, a call with its brackets, a text in its quotes. */
  readonly insert: string;
  /** Where the cursor goes, in characters from its end. */
  readonly back: number;
  readonly kind: 'variable' | 'property' | 'function' | 'enum' | 'keyword';
};

export type ExpressionOffers = { readonly from: number; readonly offers: readonly ExpressionOffer[] };

const rootTitles: Readonly<Record<string, string>> = words.roots;

const userFields = Object.entries(words.user);

/** What may be written at a place of an expression: fields behind a dot, values beside a choice, else roots and functions. */
export function expressionOffersAt(source: string, offset: number, scope: ExpressionScope): ExpressionOffers {
  const before = source.slice(0, offset);
  const text = /(?:([a-zA-Z][\w.]*)\s*(?:==|!=|in\s*\[(?:[^\]]*,)?)\s*)?(['"])([^'"]*)$/.exec(before);
  if (text !== null && isInText(before)) return textOffers(text, offset, scope);
  const path = /([a-zA-Z_][\w]*(?:\.[a-zA-Z_]\w*)*)\.(\w*)$/.exec(before);
  if (path !== null) {
    const [, owner = '', typed = ''] = path;
    return { from: offset - typed.length, offers: memberOffers(owner.split('.'), scope) };
  }
  const word = /[a-zA-Z_]\w*$/.exec(before)?.[0] ?? '';
  return { from: offset - word.length, offers: [...rootOffers(scope), ...functionOffers(), ...keywords] };
}

function isInText(before: string): boolean {
  const quotes = before.replace(/\\./g, '').match(/['"]/g) ?? [];
  return quotes.length % 2 === 1;
}

function rootOffers({ use }: ExpressionScope): readonly ExpressionOffer[] {
  return use.roots.map((root) => ({
    label: root,
    detail: rootTitles[root] ?? '',
    insert: root === 'now' ? root : `${root}.`,
    back: 0,
    kind: 'variable',
  }));
}

const keywords = Object.entries(words.keywords).map(
  ([label, detail]): ExpressionOffer => ({ label, detail, insert: label, back: 0, kind: 'keyword' }),
);

const argumentTitles: Readonly<Record<string, string>> = words.arguments;

function functionOffers(): readonly ExpressionOffer[] {
  return Object.entries(expressionFunctions).map(([label, { args }]) => ({
    label,
    detail: `（${args.map((arg) => argumentTitles[arg] ?? arg).join('，')}）`,
    info: functionMeaning(label),
    insert: `${label}()`,
    back: 1,
    kind: 'function',
  }));
}

/** What may follow the dot behind a path. */
function memberOffers([root = '', ...path]: readonly string[], scope: ExpressionScope): readonly ExpressionOffer[] {
  if (root === 'record' || root === 'old') {
    const { record } = scope.environment;
    const owner = path.reduce<EntityDocument | undefined>((here, name) => behind(here, name, scope), record);
    return owner === undefined ? [] : entityMembers(owner, scope);
  }
  return path.length > 0 ? [] : plainMembers(root, scope);
}

/** What stands behind a root that leads no further. */
function plainMembers(root: string, scope: ExpressionScope): readonly ExpressionOffer[] {
  const { form, row } = scope.environment;
  if (root === 'user') return userFields.map(([key, title]) => member(key, title));
  if (root === 'page') return [member('name', words.page.name)];
  const fields = root === 'form' ? form : root === 'row' ? row : undefined;
  return [...(fields?.values() ?? [])].map((field) => typedMember(field, scope));
}

function behind(entity: EntityDocument | undefined, name: string, { environment }: ExpressionScope) {
  const relation = entity && entityModel(entity).relations.get(name);
  return relation === undefined || relation.many ? undefined : environment.entities.get(relation.entity);
}

function entityMembers(entity: EntityDocument, { use, environment }: ExpressionScope): readonly ExpressionOffer[] {
  const { fields, relations } = entityModel(entity);
  const own = [...fields.values()].filter(({ secret }) => secret !== true);
  const related = use.ownFields === true ? [] : [...relations.values()].filter(({ many }) => !many);
  return [
    ...own.map((field) => member(field.key, field.title, typeTitle(field))),
    ...related.map(({ name, field, entity: target }) => ({
      ...member(name, field.title, environment.entities.get(target)?.title ?? ''),
      insert: `${name}.`,
    })),
  ];
}

function typedMember(field: { readonly key: string; readonly type: string }, scope: ExpressionScope): ExpressionOffer {
  const { formOf } = scope.environment;
  const title = formOf && entityModel(formOf).fields.get(field.key)?.title;
  return member(field.key, title ?? ('title' in field ? String(field.title) : field.key));
}

function member(label: string, detail: string, info?: string): ExpressionOffer {
  return {
    label,
    detail,
    ...(info === undefined || info === '' ? {} : { info }),
    insert: label,
    back: 0,
    kind: 'property',
  };
}

function typeTitle({ mask, type }: EntityField): string | undefined {
  return mask === undefined ? undefined : `脱敏字段（${type}），表达式不能比较它的值`;
}

/** Inside a text: the values of the dictionary that stands on the other side. */
function textOffers(found: RegExpExecArray, offset: number, scope: ExpressionScope): ExpressionOffers {
  const [, path = '', , typed = ''] = found;
  const from = offset - typed.length;
  const name = dictionaryOf(path.split('.'), scope) ?? scope.environment.field?.dictionary;
  const dictionary = name === undefined ? undefined : scope.environment.dictionaries.get(name);
  const values = (dictionary?.values ?? []).map(
    ({ key, title }): ExpressionOffer => ({ label: key, detail: title, insert: key, back: 0, kind: 'enum' }),
  );
  return { from, offers: scope.use.result === 'tone' && path === '' ? colours : values };
}

const colours = Object.entries(words.colours).map(
  ([label, detail]): ExpressionOffer => ({ label, detail, insert: label, back: 0, kind: 'enum' }),
);

function dictionaryOf([root = '', ...path]: readonly string[], scope: ExpressionScope): string | undefined {
  const { environment } = scope;
  const [first = ''] = path;
  if (root === 'form') return environment.form?.get(first)?.dictionary;
  if (root === 'row') return environment.row?.get(first)?.dictionary;
  const last = path.at(-1) ?? '';
  const owner = path
    .slice(0, -1)
    .reduce<EntityDocument | undefined>((here, name) => behind(here, name, scope), environment.record);
  return root === 'record' || root === 'old' ? owner && entityModel(owner).fields.get(last)?.dictionary : undefined;
}
