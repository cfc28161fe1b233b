import type { ServerEvent } from '../../engine/client/index.ts';

/** What reaches every open window in the same moment; each asks the server again when it hears of it. */
const forEverybody: ReadonlySet<string> = new Set(['update_message', 'second_request', 'holiday']);

/** A thousand windows that asked at once would be more than a node takes: each waits no longer than so many milliseconds. */
export const spreadOver = 3000;

/** Tells news as they come, and what concerns everybody at a moment of this window's own; `end` forgets what still waits. */
export function spreadNews(tell: (event: ServerEvent) => void): {
  readonly take: (events: readonly ServerEvent[]) => void;
  readonly end: () => void;
} {
  const waiting = new Set<ReturnType<typeof setTimeout>>();
  const later = (event: ServerEvent) => {
    const timer = setTimeout(() => {
      waiting.delete(timer);
      tell(event);
    }, Math.random() * spreadOver);
    waiting.add(timer);
  };
  return {
    take: (events) => {
      for (const event of events)
        if (forEverybody.has(event.topic)) later(event);
        else tell(event);
    },
    end: () => {
      for (const timer of waiting) clearTimeout(timer);
      waiting.clear();
    },
  };
}
