import { ActionRegistry } from '../../engine/react/index.ts';

/** What can be done on the page shown: its buttons tell, the palette offers. */
export const actionRegistry = new ActionRegistry();
