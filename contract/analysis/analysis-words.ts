/** How many analyses somebody may put on his home page. */
export const maxPinned = 12;

/** How many analyses one person may have. */
export const maxAnalyses = 100;
