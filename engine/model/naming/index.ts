// Names: of columns, addresses, relations, and near ones.

export { apiBase, editDistance, isForbiddenName, relationName, toColumn } from './naming.ts';
