// Names: of columns, addresses, relations, and near ones.

export { apiBase, editDistance, isForbiddenName, nearestName, relationName, toColumn } from './naming.ts';
