import type { FormSectionView, FormView } from '../../../model/view/index.ts';
import type { FormSession } from './form-session.ts';

/** The section a place of a form lies in. */
export function sectionOfPlace(view: FormView, place: string): FormSectionView | undefined {
  const [key] = place.split('.');
  return view.sections.find((section) => section.items.some((item) => item.key === key));
}

/** Where filling in a section begins: its first field that is open, in child rows their first cell. */
export function firstPlace(section: FormSectionView, session: FormSession): string | undefined {
  for (const { key, kind } of section.items) {
    const state = session.stateOf(key);
    if (kind === 'fault' || !state.visible || !state.enabled) continue;
    return kind === 'rows' ? (session.rows.get(key)?.firstPlace() ?? key) : key;
  }
  return undefined;
}
