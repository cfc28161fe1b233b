// The door of the designer: nothing of it is loaded before somebody designs a page.

export { DesignFrame } from './frame/design-frame.tsx';
export { SafePage } from './safe/safe-page.tsx';
export { DesignsPage } from './upgrade/designs-page.tsx';
