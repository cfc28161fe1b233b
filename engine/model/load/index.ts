// Documents read from files, checked, as a whole.

export {
  type DocumentFile,
  type LoadedDocuments,
  loadCandidatePage,
  loadDocuments,
} from './load-documents.ts';
