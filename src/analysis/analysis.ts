/** Address of the page with one's own analyses; a page of a product at the same address goes before it. */
export const analysisPath = '/analysis';
