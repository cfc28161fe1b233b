import type { FormFieldView } from '../form/form-shape.ts';
import type { ActionView } from './action-view.ts';

/** How a cell is changed in place: the action that saves it, and its field as the form of that action has it. */
export type CellEdit = { readonly action: ActionView; readonly view: FormFieldView };
