// Names: of columns, addresses, relations, and near ones.

export { isCustomDictionary, isCustomKey } from './custom-key.ts';
export { apiBase, editDistance, isForbiddenName, nearestName, relationName, toColumn } from './naming.ts';
