/** Most notices a call answers, the newest. */
export const maxNotices = 200;

/** Title of the notice that tells of a product update; what it says stands in the update itself. */
export const updateNoticeTitle = '产品更新提醒';
