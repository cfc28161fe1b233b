/** The telephone as a page sees it at which one works through people to call. */
export type WorkbenchPhone = {
  readonly subscribe: (listener: () => void) => () => void;
  /** How it stands; the same object until that changes. */
  readonly view: () => WorkbenchPhoneView;
  /** Lets the telephone lie in an element of the page instead of beside it; undefined gives it back. */
  readonly moveTo: (place: HTMLElement | undefined) => void;
};

export type WorkbenchPhoneView = {
  /** `coming` until it is known whether the user can telephone. */
  readonly kind: 'coming' | 'none' | 'noSeat' | 'ready';
  /** Id of the record whose number was called from the pages, until that call is put away. */
  readonly recordId?: string;
};
