/** Forms bring Formily with them; a page that is only read never loads it. */
export const loadActionForm = async () => (await import('../form/action-form.tsx')).ActionForm;

let isAsked = false;

function fetchActionForm(): void {
  if (isAsked) return;
  isAsked = true;
  // Whoever opens the form is told when it does not come.
  loadActionForm().catch(() => {
    isAsked = false;
  });
}

/**
 * Fetches what forms are filled in with when the pointer or the keyboard comes to a button that opens one. A button that
 * comes to a pointer that stands still is not meant: rows that move below it would fetch thirty files while they are drawn.
 */
export const fetchingForm = { onPointerMove: fetchActionForm, onFocus: fetchActionForm } as const;
