const place = Number(process.env.TEST_PARALLEL_INDEX ?? 0);

/** Address of the product of this worker. */
export const productUrl = process.env.E2E_BASE_URLS?.split(' ')[place] ?? '';
/** Address of the library of this worker. */
export const libraryUrl = process.env.E2E_LIBRARY_URLS?.split(' ')[place] ?? '';
