/** Height of the header that stays at the top; in step with layout.css. */
export const headerHeight = 56;
/** Height of the bar of tabs below it; in step with tab-bar.css. */
export const tabBarHeight = 40;
/** Width of the side menu. */
export const menuWidth = 216;
/** Width of the side menu when only icons are shown. */
export const collapsedMenuWidth = 64;
/** Where the header has room for alerts: an element with this id. */
export const alertPlaceId = 'shell-alerts';
