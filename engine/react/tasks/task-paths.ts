/** Where background work is asked about: the same for every entity. */
export const taskPaths = {
  query: '/v1/background/job/query',
  view: '/v1/background/job/view',
  cancel: '/v1/background/job/cancel',
  bulkRows: '/v1/bulk/row/query',
  importRows: '/v1/import/row/query',
  download: '/v1/file/download',
  upload: '/v1/file/upload',
} as const;
