/** Whether a notice was read, as the specification writes it. */
export type NoticeStage = '1' | '0';

/** A notice to the user, as `/v1/sys/user/notify/…` answers it. */
export type NoticeAnswer = {
  readonly id: string;
  /** `10` a complaint, `11` a service, `13` an activity; the specification says where the details of the first two are. */
  readonly type: string;
  readonly title: string;
  readonly content: string;
  /** ISO 8601. */
  readonly createTime: string;
  /** `1` unread, `0` read. */
  readonly stage: NoticeStage;
  /** Where the user may see what it is about; null where there is nothing, or nothing any more. */
  readonly place: NoticePlace | null;
};

/** A page the user may open, by its path, and the record it opens there. */
export type NoticePlace = { readonly path: string; readonly id: string | null };

/** Most notices a call answers, the newest. */
export const maxNotices = 200;

/** The latest product update, as `/v1/system/update/message/latest/query` answers it. */
export type UpdateAnswer = {
  readonly id: string;
  readonly title: string;
  readonly platformName: string;
  readonly version: string;
  /** ISO 8601. */
  readonly publishTime: string;
  /** HTML. */
  readonly content: string;
  /** `1` while it shall open by itself for this user. */
  readonly stage: NoticeStage;
};

/** Title of the notice that tells of a product update; what it says stands in the update itself. */
export const updateNoticeTitle = '产品更新提醒';
