import { createContext } from 'react';

/**
 * The place in the head of the page where a list puts its number of rows and its tools; null until it is drawn, undefined
 * where the list has them in a line of its own: on a phone, within another page, and in a picker.
 */
export const ListToolsSlot = createContext<HTMLElement | null | undefined>(undefined);
