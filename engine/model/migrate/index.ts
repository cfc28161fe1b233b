// Documents of older versions brought up to date.

export { currentSchemaVersion, migrateDocument } from './migrate-document.ts';
