// JSON values, pointers, and what is the same.

export { indexOfKey, keyOfItem, presentKey } from './former-keys.ts';
export { isJsonObject, type JsonObject } from './json.ts';
export { withSharedParts } from './shared-parts.ts';
