import { create } from 'zustand';
import type { AlertKey } from './alert-turns.ts';

/** One alert on the screen. */
export type Alert = {
  /** There is never more than one of a key. */
  readonly key: AlertKey;
  readonly title: string;
  /** Everything it says; only the first lines are shown. */
  readonly lines: readonly string[];
  /** After how many seconds it goes by itself; 0 for never. */
  readonly seconds: number;
  /** Told when the user closes it. */
  readonly onClose?: () => void;
};

type State = {
  readonly alerts: readonly Alert[];
  /** What was told last by key, on the screen or no more; an empty telling takes it away. */
  readonly told: readonly Alert[];
};

const none: State = { alerts: [], told: [] };
const store = create<State>(() => none);

/** Shows an alert in the place of an earlier one of its key. */
export function showAlert(alert: Alert): void {
  store.setState(({ alerts, told }) => ({
    alerts: [...alerts.filter(({ key }) => key !== alert.key), alert],
    told: [...told.filter(({ key }) => key !== alert.key), alert],
  }));
}

/** Keeps an alert among what was told, without showing it. */
export function noteAlert(alert: Alert): void {
  store.setState(({ told }) => ({ told: [...told.filter(({ key }) => key !== alert.key), alert] }));
}

/** Nothing is to be told of a key any more. */
export function clearAlert(wanted: AlertKey): void {
  const others = (list: readonly Alert[]) => list.filter(({ key }) => key !== wanted);
  store.setState(({ alerts, told }) => ({ alerts: others(alerts), told: others(told) }));
}

/** Takes away this very alert; one that has come into its place stays. */
export function hideAlert(alert: Alert): void {
  store.setState(({ alerts }) => ({ alerts: alerts.filter((shown) => shown !== alert) }));
}

/** Forgets all alerts. */
export function forgetAlerts(): void {
  store.setState(none);
}

/** The alerts to be shown, the oldest first. */
export function useShownAlerts(): readonly Alert[] {
  return store(({ alerts }) => alerts);
}

/** What was told last by key, though it may have gone from the screen. */
export function useToldAlerts(): readonly Alert[] {
  return store(({ told }) => told);
}
