import type { ErrorEntry } from '../../../engine/model/index.ts';
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
