import type { ErrorEntry } from '../../engine/model/faults/index.ts';
import { refusalsOf } from '../kernel/errors/app-error.ts';

const business = { envelope: '1', http: 200 } as const;

/** Refusals about pages that are changed in the app. */
export const designErrors = {
  E_DESIGN_FAULTS: {
    ...business,
    zh: '这份设计有 {count} 处错误，改正之后才能发布',
    en: 'the design has {count} faults and is not published',
    next: '错误的位置见 faults；草稿已保留。',
  },
  E_DESIGN_VERSION: {
    ...business,
    zh: '草稿已被他人修改，请核对后再操作',
    en: 'somebody else changed the draft',
    next: '重新打开设计，看过他人的修改再操作。',
  },
  E_DESIGN_NO_DRAFT: {
    ...business,
    zh: '没有草稿：可能已由他人发布或放弃',
    en: 'there is no draft',
    next: '重新打开设计。',
  },
  E_DESIGN_NO_RELEASE: {
    ...business,
    zh: '没有第 {number} 次发布',
    en: 'there is no release {number}',
    next: '从发布记录中选择。',
  },
  E_DESIGN_ADDRESS: {
    ...business,
    zh: '地址“{path}”已有页面：{title}',
    en: 'address {path} has a page already: {title}',
    next: '换一个地址。停用的页面也占着它的地址，可以恢复它。',
  },
  E_DESIGN_MADE_STATE: {
    ...business,
    zh: '页面“{title}”{state}，不能{what}',
    en: 'page {title} is {state}: {what} is not possible',
    next: '重新打开“页面设计 · 新页面”，核对它现在的状态。',
  },
  E_DESIGN_PACKAGE_FORMAT: {
    ...business,
    zh: '这个文件不是页面包',
    en: 'the file is no package of pages',
    next: '选择从“页面设计 · 页面包”导出的 JSON 文件。',
  },
  E_DESIGN_PACKAGE_PRODUCT: {
    ...business,
    zh: '这个页面包来自另一个产品“{product}”，不能导入“{own}”',
    en: 'the package is of another product, {product}',
    next: '选择从同一产品的另一套系统导出的文件。',
  },
  E_DESIGN_PACKAGE_NEWER: {
    ...business,
    zh: '这个页面包来自更新的版本，这里还不认识它的写法',
    en: 'the package is of a newer version',
    next: '先把这套系统升级到同样的版本，再导入。',
  },
  E_DESIGN_PACKAGE: {
    ...business,
    zh: '页面包有 {count} 处不合适，一处也没有写入',
    en: 'the package has {count} parts that do not fit; nothing is written',
    next: '看预演中各处的原因，改正或去掉之后再导入。',
  },
  E_DESIGN_FAULT_PAGE: {
    ...business,
    zh: '页面“{title}”的文档有误，画不出来，不能设计',
    en: 'the document of page {title} has faults; there is nothing to design',
    next: '先改正随产品发布的文档。',
  },
  E_DICTIONARY_VERSION: {
    ...business,
    zh: '字典“{title}”已被他人修改，请核对后再保存',
    en: 'somebody else changed the dictionary',
    next: '重新打开字典，看过他人的修改再保存。',
  },
  E_FIELD_EXISTS: {
    ...business,
    zh: '已有键为 {key} 的自定义字段',
    en: '{entity} has a field {key} already',
    next: '换一个键；已停用的字段可以恢复。',
  },
  E_FIELD_VERSION: {
    ...business,
    zh: '字段“{title}”已被他人修改，请核对后再操作',
    en: 'somebody else changed the field',
    next: '重新打开自定义字段，看过他人的修改再操作。',
  },
  E_FIELD_BUSY: {
    ...business,
    zh: '数据表正忙，没有改动；请稍后再试',
    en: 'the tables are busy; nothing was changed',
    next: '另一处正在修改数据表，或有长时间的操作占用着它；过几分钟再试。',
  },
  E_FIELD_TABLES: {
    ...business,
    zh: '已有的数据不允许这样改，没有改动：{got}',
    en: 'the stored rows do not allow it: {got}',
    next: '先改正这些记录，再操作。',
  },
  E_FIELD_NO_TABLES: {
    ...business,
    zh: '这个节点不能修改数据表',
    en: 'this node cannot change tables',
    next: '请管理员检查部署：节点须有数据库迁移角色的连接。',
  },
  E_FIELD_TITLE: {
    ...business,
    zh: '输入的名称与字段“{title}”不同，没有删除',
    en: 'the title typed is not that of the field',
    next: '照字段的名称输入。',
  },
  E_FIELD_EARLY: {
    ...business,
    zh: '字段“{title}”停用还不到一分钟，或停用之前开始的后台任务还没有结束，暂不能删除',
    en: 'the field was retired a moment ago, or jobs from before still run',
    next: '等后台任务结束后再删除。',
  },
  E_FIELD_REACH: {
    ...business,
    zh: '删除前要把所有记录的值写成文件；您看不到全部记录，或看不到这个字段的明文',
    en: 'the caller does not see all that is written into the file',
    next: '请能看到全部记录与明文的管理员删除。',
  },
} as const satisfies Record<string, ErrorEntry>;

/** Refusals of this area. */
export const refuseDesign = refusalsOf(designErrors);
