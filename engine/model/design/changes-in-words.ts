import { isJsonObject, type JsonObject } from '../json/json.ts';
import { diffDocuments } from '../layers/diff.ts';
import { parseKeyPath } from '../layers/key-path.ts';
import type { LayerOperation } from '../layers/layer.ts';
import type { DesignTitles } from './design-titles.ts';
import { type Asked, itemKind, stepTitle, titleOfStep } from './node-words.ts';
import { type Step, stepsTo, textOf } from './place.ts';
import { switchWords } from './property-titles.ts';
import words from './sentence-words.zh-CN.json';
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
      return [{ at, how: 'add', text: `${holderText(after)}新增${nameText(after)}` }];
    case 'hide':
      return [{ at, how: 'remove', text: `${holderText(before)}${removing(before)}${nameText(before)}` }];
    case 'move':
      return [{ at, how: 'move', text: `${holderText(before)}${nameText(before)}移到${placeText(operation, after)}` }];
    case 'unset':
      return [{ at, ...unsetText(before) }];
    case 'set':
      return widened(operation, before, after) ?? [{ at, ...setText(operation, before, after) }];
  }
}

/** Buttons, columns and the like are hidden; what hangs on nothing else is taken out. */
function removing({ steps }: Asked): string {
  return hiding.has(steps.at(-1)?.within ?? '') ? words.hide : words.remove;
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

function placeText({ at, after }: Extract<LayerOperation, { op: 'move' }>, asked: Asked): string {
  if (after === null) return '最前';
  const path = [...(parseKeyPath(at) ?? []).slice(0, -1), after];
  const steps = stepsTo(asked.document, path);
  const last = steps.at(-1);
  return last === undefined ? '最后' : `「${titleOfStep({ ...asked, steps }, last)}」之后`;
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
  if (last === undefined) return { how: 'change', text: '页面有改动' };
  const { value, name } = last;
  const holder = holderText(before);
  if (last.holds === 'entry' || isJsonObject(value))
    return { how: 'remove', text: `${holder}去掉${nameText(before)}${entriesText(before, value)}` };
  if (Array.isArray(value)) return { how: 'remove', text: `${holder}去掉${stepTitle(last)}${listText(before, value)}` };
  if (value === true || value === false) return { how: 'change', text: `${holder}${switchText(last, !value)}` };
  if (name === 'title' && last.within !== 'header')
    return { how: 'change', text: `${holder}恢复默认名称（原为「${textOf(value) ?? ''}」）` };
  return {
    how: 'change',
    text: `${holder}不再设置${titleThrough(before)}（原为${spaced(textAt(before, last, value))}）`,
  };
}

function setText({ value }: Extract<LayerOperation, { op: 'set' }>, before: Asked, after: Asked): Told {
  const last = after.steps.at(-1);
  if (last === undefined) return { how: 'change', text: '页面有改动' };
  const old = before.steps.at(-1)?.value;
  const holder = holderText(before);
  if (typeof value === 'boolean' && (old === undefined || typeof old === 'boolean'))
    return { how: 'change', text: `${holder}${switchText(last, value)}` };
  if (last.name === 'title' && last.holds === 'property' && last.within !== 'header')
    return { how: 'change', text: `${holder}改名为${spaced(textAt(after, last, value))}` };
  if (old === undefined) return newText(value, last, after, holder);
  const [was, now] = [textAt(before, before.steps.at(-1) ?? last, old), textAt(after, last, value)];
  const title = last.holds === 'property' ? titleThrough(after) : nameText(before);
  return { how: 'change', text: was === now ? `${holder}${title}已改写` : `${holder}${title} ${was} → ${now}` };
}

/** What is set where nothing was. */
function newText(value: unknown, last: Step, after: Asked, holder: string): Told {
  if (isJsonObject(value)) return { how: 'add', text: `${holder}新增${nameText(after)}${entriesText(after, value)}` };
  const text = spaced(textAt(after, last, value));
  if (last.holds === 'entry') return { how: 'add', text: `${holder}${nameText(after)}设为${text}` };
  if (Array.isArray(value)) return { how: 'add', text: `${holder}新增${stepTitle(last)}${listText(after, value)}` };
  return { how: 'change', text: `${holder}${titleThrough(after)}设为${text}` };
}

/** A space in front of what has no mark of its own. */
function spaced(text: string): string {
  return text.startsWith('「') ? text : ` ${text}`;
}

/** What stands in a map that comes or goes whole. */
function entriesText({ document, steps, titles }: Asked, value: unknown): string {
  if (steps.at(-1)?.name !== 'forms' || !isJsonObject(value)) return '';
  const path = steps.map(({ name }) => name);
  const names = Object.keys(value).map((name) =>
    nameOf({ document, steps: stepsTo(document, [...path, name]), titles }),
  );
  return names.join('');
}

function listText(asked: Asked, value: readonly unknown[]): string {
  const last = asked.steps.at(-1);
  if (value.length === 0) return '（空）';
  const text = last === undefined ? '' : textAt(asked, last, value);
  return text.startsWith('「') ? text.replaceAll('」、「', '」「') : `「${text}」`;
}

function switchText(last: Step, isOn: boolean): string {
  return switchWords(last.name, isOn) ?? `${stepTitle(last)}改为${isOn ? '是' : '否'}`;
}

/** What an item, entry or part is and is called: 列「手机号」. */
function nameText(asked: Asked): string {
  const last = asked.steps.at(-1);
  if (last === undefined) return '';
  if (last.holds !== 'property') return `${itemKind(asked.steps)}${nameOf(asked)}`;
  const title = isJsonObject(last.value) ? textOf(last.value.title) : undefined;
  return title === undefined || last.name === 'header' ? stepTitle(last) : `${stepTitle(last)}「${title}」`;
}

function nameOf(asked: Asked): string {
  const last = asked.steps.at(-1);
  return last === undefined ? '' : `「${titleOfStep(asked, last)}」`;
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
  if (told.length === 0)
    return around.length === 0 && last?.holds === 'property' && !isPart(last.name) ? words.page : '';
  return told
    .map((step) => {
      const way = steps.slice(0, steps.indexOf(step) + 1);
      return nameText({ document, steps: way, titles });
    })
    .join('');
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
  return `${stepTitle(holder)}的${own}`;
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
