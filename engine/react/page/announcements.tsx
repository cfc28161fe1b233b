import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react';

/** What was said last; only the place where it is said listens. */
class Announcer {
  #text = '';
  readonly #listeners = new Set<() => void>();

  readonly read = (): string => this.#text;

  readonly say = (text: string): void => {
    // The same words again are a change only with something more that nobody hears.
    this.#text = text === this.#text ? `${text}\u00a0` : text;
    for (const listener of this.#listeners) listener();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

const AnnouncerContext = createContext<Announcer | undefined>(undefined);

/** Gives what is below it a voice for readers of the screen; nothing else is drawn anew when it speaks. */
export function Announcements({ children }: { readonly children: ReactNode }) {
  const [announcer] = useState(() => new Announcer());
  return (
    <AnnouncerContext.Provider value={announcer}>
      {children}
      <Spoken announcer={announcer} />
    </AnnouncerContext.Provider>
  );
}

function Spoken({ announcer }: { readonly announcer: Announcer }) {
  const text = useSyncExternalStore(announcer.subscribe, announcer.read);
  return (
    <p className="engine-said" role="status" aria-live="polite">
      {text}
    </p>
  );
}

/** Says something to readers of the screen that the eye sees anyway. */
export function useAnnounce(): (text: string) => void {
  const announcer = useContext(AnnouncerContext);
  if (announcer === undefined) throw new TypeError('useAnnounce is only for components below Announcements');
  return announcer.say;
}
