// Widgets and what they take.

export { readContract, type WidgetContract, type WidgetSlot } from './widget-contract.ts';
export { propsFaults } from './widget-props.ts';
