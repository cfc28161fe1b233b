// Extensions of documents that a product ships with.

export { extendDocument } from './extend.ts';
