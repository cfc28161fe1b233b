import type { MenuRoutes, PageRoute } from '../routes/menu-routes.ts';
import type { AlertKey } from './alert-turns.ts';

/** The lists in which one works on what an alert of a key told. */
export type AlertLists = (key: AlertKey) => readonly Pick<PageRoute, 'path' | 'title'>[];

/** Routes of the specification, first those that hold most of what the alert tells. */
const names: Readonly<Record<AlertKey, readonly string[]>> = {
  '1': ['workOrderWaiting', 'promote', 'servicelist', 'myComplaintWorkOrder'],
  '2': ['servicelist', 'myComplaintWorkOrder', 'myworkorder', 'complaintWorkOrderList', 'workorderlist'],
  '3': [],
};

/** Those of the lists that the user's menu has. */
export function alertLists({ byName }: MenuRoutes): AlertLists {
  return (key) => names[key].flatMap((name) => byName.get(name) ?? []);
}
