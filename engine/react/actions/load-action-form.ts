/** Forms bring Formily with them; a page that is only read never loads it. */
export const loadActionForm = async () => (await import('../form/action-form.tsx')).ActionForm;

/** Fetches what forms are filled in with when the pointer or the keyboard comes near a button that opens one. */
export function fetchActionForm(): void {
  // Whoever opens the form is told when it does not come.
  loadActionForm().catch(() => undefined);
}
