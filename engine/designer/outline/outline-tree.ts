import { type DesignTitles, nodeTitle } from '../../model/design/index.ts';
import { isJsonObject, type JsonObject, keyOfItem } from '../../model/json/index.ts';
import { parseKeyPath } from '../../model/layers/index.ts';
import { pathBelow } from '../document/edits.ts';
import { designedAs, inOutlineOrder } from '../document/node-lists.ts';
import { type Grammar, grammarAt, propertiesOf } from '../grammar/grammar.ts';

/** A node of a page as the outline shows it: a list of items, one of them, or a part such as the header. */
export type OutlineNode = {
  readonly at: string;
  readonly holds: 'list' | 'item' | 'part';
  readonly title: string;
  /** Whether this level leaves it out of the page. */
  readonly isHidden: boolean;
  /** Whether the page has it, but shows it only to who asks for it. */
  readonly isQuiet: boolean;
  readonly children: readonly OutlineNode[];
};

/** The same without what it is called: where its nodes stand, and what they are. */
export type OutlineShape = Omit<OutlineNode, 'title' | 'children'> & {
  readonly children: readonly OutlineShape[];
};

/** What an outline is made of. */
export type OutlineSource = {
  /** The page with its hidden nodes in their places. */
  readonly document: JsonObject;
  readonly hidden: ReadonlySet<string>;
  readonly grammar: Grammar;
  readonly titles: DesignTitles;
};

/** The page as a tree in the words of the product; a list that the page may have and has not is there too, empty. */
export function outlineOf(source: OutlineSource): readonly OutlineNode[] {
  return childrenOf(source, source.document, '');
}

function childrenOf(source: OutlineSource, node: unknown, at: string): readonly OutlineNode[] {
  if (!isJsonObject(node)) return [];
  const part = grammarAt(source.grammar, source.document, at);
  const possible = part === undefined ? [] : propertiesOf(source.grammar, part).filter(isOfNodes(source.grammar));
  const names = inOutlineOrder([...possible.map(({ name }) => name), ...Object.keys(node)]);
  return names.flatMap((name) => {
    const value = node[name];
    const path = pathBelow(at, name);
    switch (designedAs(name)) {
      case 'list':
        return value === undefined || Array.isArray(value) ? [listNode(source, value ?? [], path)] : [];
      case 'map':
        return isJsonObject(value) ? [mapNode(source, value, path)] : [];
      default:
        return isJsonObject(value) ? [nodeOf(source, path, 'part', childrenOf(source, value, path))] : [];
    }
  });
}

/** Lists of nodes: a card's own columns are among them, the names of its measures are not. */
function isOfNodes(grammar: Grammar) {
  return ({ name, schema }: { readonly name: string; readonly schema: JsonObject }) => {
    if (designedAs(name) !== 'list') return true;
    const items = isJsonObject(schema.items) ? schema.items : undefined;
    return schema.type === 'array' && items !== undefined && grammar !== undefined;
  };
}

function listNode(source: OutlineSource, items: readonly unknown[], at: string): OutlineNode {
  const children = items.flatMap((item) => {
    const key = keyOfItem(item);
    if (key === undefined) return [];
    const path = pathBelow(at, key);
    return [nodeOf(source, path, 'item', childrenOf(source, item, path), isJsonObject(item) && isQuiet(item))];
  });
  return nodeOf(source, at, 'list', children);
}

function mapNode(source: OutlineSource, value: JsonObject, at: string): OutlineNode {
  const children = Object.entries(value).map(([name, inner]) => {
    const path = pathBelow(at, name);
    return nodeOf(source, path, 'part', childrenOf(source, inner, path));
  });
  return nodeOf(source, at, 'list', children);
}

function nodeOf(
  { document, hidden, titles }: OutlineSource,
  at: string,
  holds: OutlineNode['holds'],
  children: readonly OutlineNode[],
  isQuietly = false,
): OutlineNode {
  const path = parseKeyPath(at) ?? [];
  const title = nodeTitle(document, path, titles);
  return { at, holds, title, isHidden: hidden.has(at), isQuiet: isQuietly, children };
}

function isQuiet({ hidden, folded }: JsonObject): boolean {
  return hidden === true || folded === true;
}

/** A node without its words. */
export function shapeOf({ title: _, children, ...shape }: OutlineNode): OutlineShape {
  return { ...shape, children: children.map(shapeOf) };
}

/** Every node below these, each before what is below it. */
export function flatOutline<Node extends { readonly children: readonly Node[] }>(
  nodes: readonly Node[],
): readonly Node[] {
  return nodes.flatMap((node) => [node, ...flatOutline(node.children)]);
}

/** The nodes whose words hold what is looked for, with what they stand in. */
export function foundIn(nodes: readonly OutlineNode[], matches: (text: string) => boolean): readonly OutlineNode[] {
  return nodes.flatMap((node) => {
    if (node.holds !== 'list' && matches(node.title)) return [node];
    const children = foundIn(node.children, matches);
    return children.length === 0 ? [] : [{ ...node, children }];
  });
}
