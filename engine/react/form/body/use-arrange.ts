import { useState } from 'react';
import type { FormSectionView, FormView } from '../../../model/view/index.ts';
import { focusInput, inputId, useOfSession } from '../session/form-parts.tsx';
import { firstPlace, sectionOfPlace } from '../session/form-places.ts';
import type { FormSession } from '../session/form-session.ts';

/** Which tab or step of a form is open, and the ways to the others. */
export type Arrange = {
  /** The sections there are now; those their condition hides are left out. */
  readonly sections: readonly FormSectionView[];
  readonly open: string;
  readonly index: number;
  readonly isFirst: boolean;
  /** Whether nothing comes after: a form that is no wizard is always at its end. */
  readonly isLast: boolean;
  readonly show: (section: string) => void;
  /** Shows a place and puts the keyboard there. */
  readonly focus: (place: string) => void;
  /** Opens the part that was open before, as far as it had been reached; one that is not there now is left alone. */
  readonly resume: (section: string) => void;
  readonly back: () => void;
  /** Goes on, or to a section reached before, when what lies between is right; else to what is wrong. */
  readonly next: (section?: string) => void;
  /** How far a wizard has been: the steps up to there may be gone back to. */
  readonly reached: number;
};

/** A place that is not drawn yet is waited for so many frames. */
const patienceFrames = 60;

/** Keys of the sections that are not there just now. */
function hiddenAmong(sections: readonly FormSectionView[], session: FormSession): string {
  return sections.flatMap(({ key }) => (session.isSectionShown(key) ? [] : [key])).join(' ');
}

/** Keeps which part of a form is open. */
export function useArrange(id: string, view: FormView | undefined, session: FormSession | undefined): Arrange {
  const [asked, setAsked] = useState<string>();
  const [far, setFar] = useState(0);
  const all = (view?.sections ?? []).filter(({ isBeside }) => isBeside !== true);
  // A value may hide a section or show one.
  const hidden = useOfSession(session, (opened) => hiddenAmong(all, opened));
  const sections = all.filter(({ key }) => hidden?.split(' ').includes(key) !== true);
  const found = sections.findIndex(({ key }) => key === asked);
  const index = Math.max(0, found);
  const isWizard = view?.arrange === 'wizard';
  const focusAt = (place: string) => requestAnimationFrame(() => focusInput(inputId(id, place), patienceFrames));
  const goTo = (to: number) => {
    const section = sections[to];
    if (section === undefined) return;
    setAsked(section.key);
    setFar(Math.max(far, to));
    const first = session === undefined ? undefined : firstPlace(section, session);
    if (first !== undefined) focusAt(first);
  };
  const focus = (place: string) => {
    const section = view === undefined ? undefined : sectionOfPlace(view, place);
    if (section !== undefined) setAsked(section.key);
    focusAt(place);
  };
  return {
    sections,
    open: sections[index]?.key ?? '',
    index,
    isFirst: !isWizard || index === 0,
    isLast: !isWizard || index === sections.length - 1,
    reached: Math.max(far, index),
    show: setAsked,
    focus,
    resume: (key) => {
      // What was brought back may have shown or hidden a section.
      const shown = all.filter((section) => session?.isSectionShown(section.key) !== false);
      const to = shown.findIndex((section) => section.key === key);
      const section = shown[to];
      if (section === undefined || session === undefined || view?.arrange === 'sections') return;
      setAsked(key);
      setFar((reached) => Math.max(reached, to));
      const first = firstPlace(section, session);
      if (first !== undefined) focusAt(first);
    },
    back: () => goTo(index - 1),
    next: (section) => {
      const to = section === undefined ? index + 1 : sections.findIndex(({ key }) => key === section);
      const between = sections.slice(index, to);
      const [wrong] = between.flatMap(({ key }) => session?.checkAll(key) ?? []);
      if (wrong === undefined) goTo(to);
      else focus(wrong);
    },
  };
}
