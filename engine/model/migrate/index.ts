// Documents of older versions brought up to date.

export { migrateDocument } from './migrate-document.ts';
