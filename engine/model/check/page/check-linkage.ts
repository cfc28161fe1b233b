import { type LinkageNode, linkageOrder } from '../../expression/linkage-order.ts';
import { parseExpression } from '../../expression/parse.ts';
import type { FormDocument, FormFieldOverride } from '../../generated/documents.ts';
import { checkText } from '../../texts/check-text.ts';
import type { At, Checker } from '../checker/checker.ts';

type Placed = LinkageNode & { readonly place: At };
type Section = FormDocument['sections'][number];
type Rule = NonNullable<FormDocument['rules']>[number];

/**
 * Linkage must settle in one pass: what is worked out, what is shown and what may be filled in, by fields, sections or
 * rules, may not wait for itself, directly or through others. What is only required changes nothing others read.
 */
export function checkLinkage(form: FormDocument, checker: Checker, at: At): void {
  const nodes = [
    ...form.sections.flatMap((section, index) => sectionNodes(section, [...at, 'sections', index])),
    ...(form.rules ?? []).flatMap((rule, index) => ruleNodes(rule, [...at, 'rules', index])),
  ];
  const { cycle } = linkageOrder(nodes, 'form');
  const first = nodes.find((each) => each.key === cycle?.[0]);
  if (cycle !== undefined && first !== undefined)
    checker.expect(checkText('check.linkage.valuesVisibilityAndRulesWithoutCircle'), cycle.join(' → '), first.place);
}

function sectionNodes(section: Section, at: At): readonly Placed[] {
  const keys = section.fields.map((item) => (typeof item === 'string' ? item : item.key));
  return [
    ...node(section.key, section.visibleWhen, keys, [...at, 'visibleWhen']),
    ...section.fields.flatMap((item, position) =>
      typeof item === 'string' ? [] : itemNodes(item, [...at, 'fields', position]),
    ),
  ];
}

/** A field, or child rows with their cells, which read each other in their row and the form around it. */
function itemNodes(item: FormFieldOverride, at: At): readonly Placed[] {
  return [...fieldNodes(item, at), ...cellsBelow(item.key, item, at)];
}

/** Cells of child rows, and of rows of theirs; `rows` says where the list stands. */
function cellsBelow(rows: string, { fields = [] }: FormFieldOverride, at: At): readonly Placed[] {
  return fields.flatMap((cell, index) => {
    const place = [...at, 'fields', index];
    return typeof cell === 'string'
      ? []
      : [...cellNodes(rows, cell, place), ...cellsBelow(`${rows}.${cell.key}`, cell, place)];
  });
}

function cellNodes(rows: string, cell: FormFieldOverride, at: At): readonly Placed[] {
  const key = `${rows}.${cell.key}`;
  return fieldNodes(cell, at).map((placed) => ({ ...placed, key, settles: [key], rows }));
}

function fieldNodes(field: FormFieldOverride, at: At): readonly Placed[] {
  return (['compute', 'visibleWhen', 'enabledWhen'] as const).flatMap((name) =>
    node(field.key, field[name], [field.key], [...at, name]),
  );
}

function ruleNodes({ key, when, then }: Rule, at: At): readonly Placed[] {
  const settles = then.flatMap(({ set, field }) => (set === 'required' ? [] : [field]));
  return settles.length === 0 ? [] : node(key, when, settles, [...at, 'when']);
}

/** An expression that does not parse is told where expressions are checked. */
function node(key: string, source: string | undefined, settles: readonly string[], place: At): readonly Placed[] {
  const outcome = source === undefined ? undefined : parseExpression(source);
  return outcome?.ok === true ? [{ key, expressions: [outcome.expression], settles, place }] : [];
}
