// The grammar of documents, for who is told it while the product runs.

export { pageGrammar, pageKinds } from './page-grammar.ts';
