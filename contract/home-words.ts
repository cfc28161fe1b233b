/** The most shortcuts somebody may put on the home page. */
export const maxShortcuts = 24;
