/** Where the names of pages lie that were opened last. */
const recentKey = 'recentPages';
const maxKept = 8;

/** The pages opened last in this tab of the browser, the last first. */
export function createRecentPages(storage: Storage) {
  const names = (): readonly string[] => read(storage.getItem(recentKey));
  return {
    names,
    /** A page was opened. */
    note(name: string): void {
      const others = names().filter((one) => one !== name);
      storage.setItem(recentKey, JSON.stringify([name, ...others].slice(0, maxKept)));
    },
    /** Forgets all of them, as the session is over. */
    clear: () => storage.removeItem(recentKey),
  };
}

function read(text: string | null): readonly string[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
