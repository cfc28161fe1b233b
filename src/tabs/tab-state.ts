/** What the history of the browser keeps beside an address: the tab that shows it. */
type TabState = { readonly tab: string };

/** Beside an address: that it is shown in the tab with this key. */
export function inTab(key: string): TabState {
  return { tab: key };
}

/** The key of the tab that a state beside an address names. */
export function keyIn(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('tab' in state)) return undefined;
  return typeof state.tab === 'string' ? state.tab : undefined;
}
