import { isJsonObject, type JsonObject } from '../json/json.ts';
import { diffDocuments } from '../layers/diff.ts';
import { parseKeyPath } from '../layers/key-path.ts';
import type { LayerOperation } from '../layers/layer.ts';
import type { DesignTitles } from './design-titles.ts';
import { type Asked, itemKind, stepTitle, titleOfStep } from './node-words.ts';
import { type Step, stepsTo, textOf } from './place.ts';
import { switchWords } from './property-titles.ts';
import { isQuoted, quoted, sentence } from './sentence.ts';
import { textAt } from './value-text.ts';

/** One change of a page as people say it: where, and what. */
export type ChangeInWords = {
  /** Key path of what changed. */
  readonly at: string;
  readonly how: 'add' | 'remove' | 'move' | 'change';
  readonly text: string;
};

/**
 * What makes one page document out of another, in words: every difference once, in the order of the document. What no
 * edit may change is passed over, as the layers do.
 */
export function changesInWords(from: JsonObject, to: JsonObject, titles: DesignTitles): readonly ChangeInWords[] {
  return operationsInWords(diffDocuments(from, to), from, to, titles);
}

/** Edits in words, between the document they were made on and the one they make. */
function operationsInWords(
  operations: readonly LayerOperation[],
  from: JsonObject,
  to: JsonObject,
  titles: DesignTitles,
): readonly ChangeInWords[] {
  return operations.flatMap((operation) => {
    const at = parseKeyPath(operation.at) ?? [];
    const before: Asked = { document: from, steps: stepsTo(from, at), titles };
    const after: Asked = { document: to, steps: stepsTo(to, at), titles };
    return inWords(operation, before, after);
  });
}

function inWords(operation: LayerOperation, before: Asked, after: Asked): readonly ChangeInWords[] {
  const { at } = operation;
  switch (operation.op) {
    case 'add':
      return [{ at, how: 'add', text: sentence('design.added', { holder: holderText(after), name: nameText(after) }) }];
    case 'hide':
      return [
        { at, how: 'remove', text: sentence(removing(before), { holder: holderText(before), name: nameText(before) }) },
      ];
    case 'move':
      return [{ at, how: 'move', text: movedText(operation, before, after) }];
    case 'unset':
      return [{ at, ...unsetText(before) }];
    case 'set':
      return widened(operation, before, after) ?? [{ at, ...setText(operation, before, after) }];
  }
}

/** Buttons, columns and the like are hidden; what hangs on nothing else is taken out. */
function removing({ steps }: Asked): 'design.hidden' | 'design.removed' {
  return hiding.has(steps.at(-1)?.within ?? '') ? 'design.hidden' : 'design.removed';
}

const hiding = new Set([
  'columns',
  'toolbar',
  'row',
  'bulk',
  'actions',
  'tabs',
  'cards',
  'filters',
  'figures',
  'views',
]);

function movedText(operation: Extract<LayerOperation, { op: 'move' }>, before: Asked, after: Asked): string {
  const [holder, name] = [holderText(before), nameText(before)];
  return sentence('design.moved', { holder, name, place: placeText(operation, after) });
}

function placeText({ at, after }: Extract<LayerOperation, { op: 'move' }>, asked: Asked): string {
  if (after === null) return sentence('design.first');
  const path = [...(parseKeyPath(at) ?? []).slice(0, -1), after];
  const steps = stepsTo(asked.document, path);
  const last = steps.at(-1);
  return last === undefined
    ? sentence('design.last')
    : sentence('design.behind', { name: quoted(titleOfStep({ ...asked, steps }, last)) });
}

/** A field written by its key alone that became one with properties, or back: each property is told by itself. */
function widened(
  { at, value }: Extract<LayerOperation, { op: 'set' }>,
  before: Asked,
  after: Asked,
): readonly ChangeInWords[] | undefined {
  const was = before.steps.at(-1)?.value;
  const [old, now] = [fieldOf(was), fieldOf(value)];
  if (before.steps.at(-1)?.within !== 'fields' || old === undefined || now === undefined) return undefined;
  if (isJsonObject(was) === isJsonObject(value)) return undefined;
  const documents = [before.document, after.document].map((document, index) =>
    withField(document, parseKeyPath(at) ?? [], index === 0 ? old : now),
  );
  const [from = old, to = now] = documents;
  const inner = diffDocuments(old, now).map((operation) => ({ ...operation, at: `${at}/${operation.at}` }));
  return operationsInWords(inner, from, to, after.titles);
}

function fieldOf(value: unknown): JsonObject | undefined {
  if (typeof value === 'string') return { key: value };
  return isJsonObject(value) ? value : undefined;
}

/** The document with an object in the place of a field that stood there as text. */
function withField(document: unknown, path: readonly string[], field: JsonObject): JsonObject {
  const [head, ...rest] = path;
  if (head === undefined) return field;
  const inner = (value: unknown): unknown => (rest.length === 0 ? field : withFieldIn(value, rest, field));
  return isJsonObject(document) ? { ...document, [head]: inner(document[head]) } : field;
}

function withFieldIn(value: unknown, path: readonly string[], field: JsonObject): unknown {
  if (!Array.isArray(value)) return withField(value, path, field);
  const [head, ...rest] = path;
  const items: readonly unknown[] = value;
  return items.map((item) => {
    if (fieldOf(item)?.key !== head) return item;
    return rest.length === 0 ? field : withField(item, rest, field);
  });
}

type Told = Omit<ChangeInWords, 'at'>;

function unsetText(before: Asked): Told {
  const last = before.steps.at(-1);
  if (last === undefined) return { how: 'change', text: sentence('design.pageChanged') };
  const { value, name } = last;
  const holder = holderText(before);
  if (last.holds === 'entry' || isJsonObject(value))
    return { how: 'remove', text: withEntries('design.removedWith', holder, before, value) };
  if (Array.isArray(value)) {
    const list = listText(before, value);
    return { how: 'remove', text: sentence('design.removedList', { holder, title: stepTitle(last), list }) };
  }
  if (value === true || value === false) return switchTold(holder, last, !value);
  if (name === 'title' && last.within !== 'header')
    return { how: 'change', text: sentence('design.defaultTitle', { holder, was: quoted(textOf(value) ?? '') }) };
  const was = spaced(textAt(before, last, value));
  return { how: 'change', text: sentence('design.unset', { holder, title: titleThrough(before), was }) };
}

function setText({ value }: Extract<LayerOperation, { op: 'set' }>, before: Asked, after: Asked): Told {
  const last = after.steps.at(-1);
  if (last === undefined) return { how: 'change', text: sentence('design.pageChanged') };
  const old = before.steps.at(-1)?.value;
  const holder = holderText(before);
  if (typeof value === 'boolean' && (old === undefined || typeof old === 'boolean'))
    return switchTold(holder, last, value);
  if (last.name === 'title' && last.holds === 'property' && last.within !== 'header')
    return { how: 'change', text: sentence('design.renamed', { holder, now: spaced(textAt(after, last, value)) }) };
  if (old === undefined) return newText(value, last, after, holder);
  const [was, now] = [textAt(before, before.steps.at(-1) ?? last, old), textAt(after, last, value)];
  const title = last.holds === 'property' ? titleThrough(after) : nameText(before);
  const text =
    was === now
      ? sentence('design.rewritten', { holder, title })
      : sentence('design.changed', { holder, title, was, now });
  return { how: 'change', text };
}

/** What is set where nothing was. */
function newText(value: unknown, last: Step, after: Asked, holder: string): Told {
  if (isJsonObject(value)) return { how: 'add', text: withEntries('design.addedWith', holder, after, value) };
  const text = spaced(textAt(after, last, value));
  if (last.holds === 'entry')
    return { how: 'add', text: sentence('design.setTo', { holder, name: nameText(after), text }) };
  if (Array.isArray(value)) {
    const list = listText(after, value);
    return { how: 'add', text: sentence('design.addedList', { holder, title: stepTitle(last), list }) };
  }
  return { how: 'change', text: sentence('design.setTo', { holder, name: titleThrough(after), text }) };
}

/** A sentence about what comes or goes with all that stands in it. */
function withEntries(
  key: 'design.addedWith' | 'design.removedWith',
  holder: string,
  asked: Asked,
  value: unknown,
): string {
  return sentence(key, { holder, name: nameText(asked), entries: entriesText(asked, value) });
}

/** What has no mark of its own stands apart where the language puts no spaces between words. */
function spaced(text: string): string {
  return isQuoted(text) ? text : sentence('design.spaced', { text });
}

/** What stands in a map that comes or goes whole. */
function entriesText({ document, steps, titles }: Asked, value: unknown): string {
  if (steps.at(-1)?.name !== 'forms' || !isJsonObject(value)) return '';
  const path = steps.map(({ name }) => name);
  const names = Object.keys(value).map((name) =>
    nameOf({ document, steps: stepsTo(document, [...path, name]), titles }),
  );
  return names.length === 0 ? '' : sentence('design.entries', { names: names.reduce(besides) });
}

function listText(asked: Asked, value: readonly unknown[]): string {
  const last = asked.steps.at(-1);
  if (value.length === 0) return sentence('design.emptyList');
  const text = last === undefined ? '' : textAt(asked, last, value);
  return isQuoted(text) ? text.replaceAll('」、「', '」「') : quoted(text);
}

function besides(one: string, other: string): string {
  return sentence('design.besides', { one, other });
}

function switchTold(holder: string, last: Step, isOn: boolean): Told {
  return { how: 'change', text: sentence('design.told', { holder, words: switchText(last, isOn) }) };
}

function switchText(last: Step, isOn: boolean): string {
  const value = sentence(isOn ? 'design.yes' : 'design.no');
  return switchWords(last.name, isOn) ?? sentence('design.switchTo', { title: stepTitle(last), value });
}

/** What an item, entry or part is and is called: 列「手机号」. */
function nameText(asked: Asked): string {
  const last = asked.steps.at(-1);
  if (last === undefined) return '';
  if (last.holds !== 'property') return sentence('design.named', { kind: itemKind(asked.steps), name: nameOf(asked) });
  const title = isJsonObject(last.value) ? textOf(last.value.title) : undefined;
  if (title === undefined || last.name === 'header') return stepTitle(last);
  return sentence('design.named', { kind: stepTitle(last), name: quoted(title) });
}

function nameOf(asked: Asked): string {
  const last = asked.steps.at(-1);
  return last === undefined ? '' : quoted(titleOfStep(asked, last));
}

/** Whether a section is passed over: where a field inside is spoken of, its name says enough. */
function isPassed(step: Step, steps: readonly Step[]): boolean {
  return step.within === 'sections' && steps[steps.indexOf(step) + 1]?.name === 'fields';
}

/** The items on the way to what changed, the outermost first; the page itself where it is a property of its own. */
function holderText({ document, steps, titles }: Asked): string {
  const around = steps.slice(0, -1);
  const told = around.filter((step) => step.holds !== 'property' && !isPassed(step, steps));
  const last = steps.at(-1);
  const isOfPage = around.length === 0 && last?.holds === 'property' && !isPart(last.name);
  const names = told.map((step) => nameText({ document, steps: steps.slice(0, steps.indexOf(step) + 1), titles }));
  const all = isOfPage ? [sentence('design.page')] : names;
  if (all.length === 0) return '';
  return sentence('design.holder', { path: all.reduce((outer, inner) => sentence('design.inside', { outer, inner })) });
}

/** What a page consists of, as against what it says of itself. */
function isPart(name: string): boolean {
  return parts.has(name);
}

const parts = new Set([
  'columns',
  'filters',
  'toolbar',
  'row',
  'bulk',
  'forms',
  'form',
  'views',
  'tabs',
  'figures',
  'aside',
  'header',
  'facts',
  'children',
  'cards',
  'operations',
  'after',
]);

/** The title of a property, with the objects it stands in inside its item: 点开的页面, 时间线的时间. */
function titleThrough({ steps }: Asked): string {
  const last = steps.at(-1);
  if (last === undefined) return '';
  const own = stepTitle(last);
  const holder = steps.at(-2);
  const isInside = holder?.holds === 'property' && last.holds === 'property' && last.within === holder.name;
  if (!isInside || own.startsWith(stepTitle(holder)) || qualified.has(`${holder.name}.${last.name}`)) return own;
  return sentence('design.of', { holder: stepTitle(holder), own });
}

/** Properties of objects whose own title says where they stand. */
const qualified = new Set([
  'link.page',
  'link.where',
  'link.source',
  'hours.from',
  'hours.to',
  'pick.page',
  'pick.values',
  'pick.field',
]);
