/** A place where one part tells and others listen. */
export type Emitter<Event> = {
  readonly tell: (event: Event) => void;
  /** Listens until the returned function is called. */
  readonly listen: (listener: (event: Event) => void) => () => void;
};

/** Makes an emitter without listeners. */
export function createEmitter<Event>(): Emitter<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    tell: (event) => {
      for (const listener of listeners) listener(event);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
