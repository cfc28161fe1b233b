import type { ErrorEntry } from '../../../engine/model/faults/index.ts';
import { refusalsOf } from '../../kernel/errors/app-error.ts';

/** Refusals of files, beyond those the engine knows. */
export const fileErrors = {
  E_UPLOAD_QUOTA: {
    envelope: '1',
    http: 200,
    zh: '今天上传的文件已达上限：每天 {expected}，还可上传 {got}，{until}（北京时间）起重新计算',
    en: 'too much uploaded today: {expected} a day, {got} are left, counted anew from {until} (Shanghai)',
    next: '换小一些的文件，或到那时再传；确有需要，由管理员调高 UPLOAD_DAILY_MB。',
  },
  E_UPLOAD_MANY: {
    envelope: '1',
    http: 200,
    zh: '未传完的文件过多，最多 {expected} 个',
    en: 'too many files unfinished, at most {expected}',
    next: '继续传完或放弃其中几个。',
  },
  E_UPLOAD_DISK: {
    envelope: '1',
    http: 200,
    zh: '服务器的存储空间不够：需要 {expected}，还可用 {got}',
    en: 'no room on the disk for {expected}, {got} are left',
    next: '请管理员清理或扩大 FILES_DIR 所在的磁盘。',
  },
  E_UPLOAD_GONE: {
    envelope: '1',
    http: 404,
    zh: '这次上传已结束、已放弃或已过期，请重新选择文件',
    en: 'the upload is over, given up or expired',
    next: '重新开始（create）；未过期的文件会接着上次的传。',
  },
  E_UPLOAD_PART: {
    envelope: '1',
    http: 200,
    zh: '收到的一段与所说的不符：应为 {expected}，实际为 {got}',
    en: 'the part is not what was told: {expected} expected, {got} came',
    next: '按 create 答复的 partBytes 与 have 重新发送这一段。',
  },
  E_UPLOAD_OTHER: {
    envelope: '1',
    http: 200,
    zh: '所选的文件与上次传了一部分的不是同一个',
    en: 'the parts are not those of one file',
    next: '放弃上次未传完的，再重新上传。',
  },
  E_IMPORT_INSPECTING: {
    envelope: '1',
    http: 200,
    zh: '正在查看的文件较多，请稍后再试',
    en: 'too many files are being looked into',
    next: '等几秒再试。',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

/** Makes one of them. */
export const refuseFile = refusalsOf(fileErrors);
