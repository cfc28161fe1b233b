import { isJsonObject, type JsonObject, keyOfItem } from '../../model/json/index.ts';

/** The key path of what a JSON pointer leads to: items of lists by their keys, where they have one. */
export function pathOfPointer(document: JsonObject, pointer: string): readonly string[] {
  const path: string[] = [];
  let node: unknown = document;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(node)) {
      const item: unknown = node[Number(name)];
      path.push(keyOfItem(item) ?? name);
      node = item;
    } else {
      path.push(name);
      node = isJsonObject(node) ? node[name] : undefined;
    }
  }
  return path;
}
