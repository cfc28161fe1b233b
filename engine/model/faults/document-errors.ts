import { business, type ErrorEntry } from './error-entry.ts';

/** Errors of documents: what they say, and what they should. */
export const documentErrors = {
  E_JSON_UNREADABLE: {
    ...business,
    zh: '不是有效的 JSON：{got}',
    en: 'not valid JSON: {got}',
    next: '检查逗号与引号。',
  },
  E_SCHEMA_VERSION: {
    ...business,
    zh: '文档版本应为 {expected} 的整数，实际为 {got}',
    en: 'the document version should be an integer within {expected}, got {got}',
    next: '更高的版本须先升级产品；否则改正 `schemaVersion`。',
  },
  E_SCHEMA_SHAPE: {
    ...business,
    zh: '应为 {expected}，实际为 {got}',
    en: 'expected {expected}, got {got}',
    next: '对照 engine/meta 中的语法。',
  },
  E_SCHEMA_DUPLICATE: {
    ...business,
    zh: '“{got}”重复，{expected}',
    en: '"{got}" is a duplicate, {expected}',
    next: '换一个名称。',
  },
  E_SCHEMA_UNKNOWN_NAME: {
    ...business,
    zh: '找不到{expected}“{got}”',
    en: 'unknown {expected} "{got}"',
    next: '改为已声明的名称。',
  },
  E_SCHEMA_EXPRESSION: {
    ...business,
    zh: '表达式有误：应为 {expected}，实际为 {got}',
    en: 'bad expression: expected {expected}, got {got}',
    next: '改正表达式。',
  },
  E_SCHEMA_PERMISSION: {
    ...business,
    zh: '权限键应为 {expected}，实际为 {got}',
    en: 'permission should be {expected}, got {got}',
    next: '与该操作的权限键保持一致。',
  },
  E_SCHEMA_CONFLICT: {
    ...business,
    zh: '应为 {expected}，实际为 {got}',
    en: 'expected {expected}, got {got}',
    next: '使两处一致。',
  },
  E_LAYER_FIXED: {
    ...business,
    zh: '“{got}”决定谁能做什么，不能在应用内修改，已保持原样',
    en: '"{got}" decides who may do what and is not changed in the app; it stays as it was',
    next: '改回原样；确实要改的，改随产品发布的文档。',
  },
} as const satisfies Record<string, ErrorEntry>;
