/** What is open beside the page that is designed. */
export type OpenedTool = 'faults' | 'preview' | 'compare' | 'releases' | 'publish';
