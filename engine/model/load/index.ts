// Documents read from files, checked, as a whole.

export {
  type CandidatePage,
  type DocumentFile,
  type LoadedDocuments,
  type LoadOptions,
  loadCandidatePage,
  loadDocuments,
} from './load-documents.ts';
