import { expressionScopeAt } from '../../model/check/index.ts';
import type { DesignTitles } from '../../model/design/index.ts';
import { checkExpression } from '../../model/expression/index.ts';
import { isJsonObject, type JsonObject, keyOfItem } from '../../model/json/index.ts';

/**
 * The document without the expressions that are wrong, so that the page is drawn while one of them is being written: one
 * that reads a field there is not would have all rows refused. What stands as it does below is known to be right; where
 * nothing is wrong it is the same document.
 */
export function withoutWrong(document: JsonObject, below: JsonObject, titles: DesignTitles): JsonObject {
  const isWrong = (path: readonly string[], value: string) => {
    const scope = expressionScopeAt(document, path, titles);
    return scope !== undefined && checkExpression(value, scope.use, scope.environment).length > 0;
  };
  const right = rightOf(document, below, [], isWrong);
  return isJsonObject(right) ? right : document;
}

type IsWrong = (path: readonly string[], value: string) => boolean;

function rightOf(node: unknown, old: unknown, path: readonly string[], isWrong: IsWrong): unknown {
  if (Array.isArray(node)) return rightItems(node, old, path, isWrong);
  return isJsonObject(node) ? rightEntries(node, old, path, isWrong) : node;
}

function rightItems(items: readonly unknown[], old: unknown, path: readonly string[], isWrong: IsWrong) {
  const before = new Map(Array.isArray(old) ? old.map((item: unknown) => [keyOfItem(item), item]) : []);
  const right = items.map((item) => {
    const key = keyOfItem(item);
    return key === undefined ? item : rightOf(item, before.get(key), [...path, key], isWrong);
  });
  return right.every((item, index) => item === items[index]) ? items : right;
}

function rightEntries(node: JsonObject, old: unknown, path: readonly string[], isWrong: IsWrong): JsonObject {
  const before = isJsonObject(old) ? old : {};
  const entries = Object.entries(node);
  const right = entries.flatMap(([name, value]): [string, unknown][] => {
    const at = [...path, name];
    if (typeof value !== 'string') return [[name, rightOf(value, before[name], at, isWrong)]];
    return value !== before[name] && isWrong(at, value) ? [] : [[name, value]];
  });
  const isSame = right.length === entries.length && right.every(([name, value]) => value === node[name]);
  return isSame ? node : Object.fromEntries(right);
}
