// Documents read from files, checked, as a whole.

export {
  type DocumentFile,
  type LoadedDocuments,
  type LoadOptions,
  loadCandidatePage,
  loadDocuments,
} from './load-documents.ts';
