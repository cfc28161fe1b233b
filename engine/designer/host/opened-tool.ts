/** What is open beside the page that is designed. */
export type OpenedTool = 'problems' | 'preview' | 'source' | 'compare' | 'releases' | 'publish';
