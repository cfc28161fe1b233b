import type { ExpressionScope } from '../../model/check/index.ts';
import type { EntityDocument, EntityField } from '../../model/documents/index.ts';
import { entityModel } from '../../model/entity/index.ts';
import { expressionFunctions, functionMeaning } from '../../model/expression/index.ts';
import type { CodeText } from '../texts/use-code-text.ts';

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

const userFields = ['id', 'name', 'departmentId', 'departmentIds'] as const;

/** What may be written at a place of an expression: fields behind a dot, values beside a choice, else roots and functions. */
export function expressionOffersAt(
  source: string,
  offset: number,
  scope: ExpressionScope,
  t: CodeText,
): ExpressionOffers {
  const before = source.slice(0, offset);
  const text = /(?:([a-zA-Z][\w.]*)\s*(?:==|!=|in\s*\[(?:[^\]]*,)?)\s*)?(['"])([^'"]*)$/.exec(before);
  if (text !== null && isInText(before)) return textOffers(text, offset, scope, t);
  const path = /([a-zA-Z_][\w]*(?:\.[a-zA-Z_]\w*)*)\.(\w*)$/.exec(before);
  if (path !== null) {
    const [, owner = '', typed = ''] = path;
    return { from: offset - typed.length, offers: memberOffers(owner.split('.'), scope, t) };
  }
  const word = /[a-zA-Z_]\w*$/.exec(before)?.[0] ?? '';
  return { from: offset - word.length, offers: [...rootOffers(scope, t), ...functionOffers(t), ...keywordOffers(t)] };
}

function isInText(before: string): boolean {
  const quotes = before.replace(/\\./g, '').match(/['"]/g) ?? [];
  return quotes.length % 2 === 1;
}

function rootOffers({ use }: ExpressionScope, t: CodeText): readonly ExpressionOffer[] {
  return use.roots.map((root) => ({
    label: root,
    detail: t(`designer.expression.root.${root}`),
    insert: root === 'now' ? root : `${root}.`,
    back: 0,
    kind: 'variable',
  }));
}

const keywords = ['true', 'false', 'null', 'in'] as const;

function keywordOffers(t: CodeText): readonly ExpressionOffer[] {
  return keywords.map((label) => ({
    label,
    detail: t(`designer.expression.keyword.${label}`),
    insert: label,
    back: 0,
    kind: 'keyword',
  }));
}

function functionOffers(t: CodeText): readonly ExpressionOffer[] {
  return Object.entries(expressionFunctions).map(([label, { args }]) => ({
    label,
    detail: argumentsText(args, t),
    info: functionMeaning(label),
    insert: `${label}()`,
    back: 1,
    kind: 'function',
  }));
}

function argumentsText(
  args: (typeof expressionFunctions)[keyof typeof expressionFunctions]['args'],
  t: CodeText,
): string {
  const titles = args.map((arg) => t(`designer.expression.argument.${arg}`));
  return t('designer.expression.arguments', { titles: titles.join(t('designer.expression.between')) });
}

/** What may follow the dot behind a path. */
function memberOffers(
  [root = '', ...path]: readonly string[],
  scope: ExpressionScope,
  t: CodeText,
): readonly ExpressionOffer[] {
  if (root === 'record' || root === 'old') {
    const { record } = scope.environment;
    const owner = path.reduce<EntityDocument | undefined>((here, name) => behind(here, name, scope), record);
    return owner === undefined ? [] : entityMembers(owner, scope, t);
  }
  return path.length > 0 ? [] : plainMembers(root, scope, t);
}

/** What stands behind a root that leads no further. */
function plainMembers(root: string, scope: ExpressionScope, t: CodeText): readonly ExpressionOffer[] {
  const { form, row } = scope.environment;
  if (root === 'user') return userFields.map((key) => member(key, t(`designer.expression.user.${key}`)));
  if (root === 'page') return [member('name', t('designer.expression.page.name'))];
  const fields = root === 'form' ? form : root === 'row' ? row : undefined;
  return [...(fields?.values() ?? [])].map((field) => typedMember(field, scope));
}

function behind(entity: EntityDocument | undefined, name: string, { environment }: ExpressionScope) {
  const relation = entity && entityModel(entity).relations.get(name);
  return relation === undefined || relation.many ? undefined : environment.entities.get(relation.entity);
}

function entityMembers(
  entity: EntityDocument,
  { use, environment }: ExpressionScope,
  t: CodeText,
): readonly ExpressionOffer[] {
  const { fields, relations } = entityModel(entity);
  const own = [...fields.values()].filter(({ secret }) => secret !== true);
  const related = use.ownFields === true ? [] : [...relations.values()].filter(({ many }) => !many);
  return [
    ...own.map((field) => member(field.key, field.title, typeTitle(field, t))),
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

function typeTitle({ mask, type }: EntityField, t: CodeText): string | undefined {
  return mask === undefined ? undefined : t('designer.expression.masked', { type });
}

/** Inside a text: the values of the dictionary that stands on the other side. */
function textOffers(found: RegExpExecArray, offset: number, scope: ExpressionScope, t: CodeText): ExpressionOffers {
  const [, path = '', , typed = ''] = found;
  const from = offset - typed.length;
  const name = dictionaryOf(path.split('.'), scope) ?? scope.environment.field?.dictionary;
  const dictionary = name === undefined ? undefined : scope.environment.dictionaries.get(name);
  const values = (dictionary?.values ?? []).map(
    ({ key, title }): ExpressionOffer => ({ label: key, detail: title, insert: key, back: 0, kind: 'enum' }),
  );
  return { from, offers: scope.use.result === 'tone' && path === '' ? colourOffers(t) : values };
}

const colours = ['default', 'blue', 'green', 'orange', 'red', 'purple', 'cyan', 'gold', 'gray'] as const;

function colourOffers(t: CodeText): readonly ExpressionOffer[] {
  return colours.map((label) => ({
    label,
    detail: t(`designer.expression.colour.${label}`),
    insert: label,
    back: 0,
    kind: 'enum',
  }));
}

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
