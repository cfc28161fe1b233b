import type { ErrorEntry } from '../../../engine/model/faults/index.ts';
import { refusalsOf } from '../../kernel/errors/app-error.ts';

const business = { envelope: '1', http: 200 } as const;

/** Refusals about roles, masks and the menu. */
export const permissionErrors = {
  E_ROLE_ESCALATION: {
    ...business,
    zh: '不能授予自己没有的权限：{what}',
    en: 'grants what the caller does not hold: {what}',
    next: '请拥有这些权限的管理员操作。',
  },
  E_VIEW_BEYOND: {
    ...business,
    zh: '“{name}”能看到或操作您没有权限的内容，不能以其身份查看',
    en: '{name} may see or do what you may not',
    next: '请拥有这些权限的管理员操作。',
  },
  E_VIEW_GONE: {
    ...business,
    zh: '该员工已不在职，或该角色已停用，不能以其身份查看',
    en: 'not at work, or a role not in force',
    next: '选择在职的员工或启用的角色。',
  },
  E_ROLE_OWN: {
    ...business,
    zh: '不能扩大自己所担任角色的权限：{what}',
    en: 'widens a role the caller holds himself: {what}',
    next: '请其他管理员操作。',
  },
  E_ROLE_BUILT_IN: {
    ...business,
    zh: '内置角色“{name}”{what}',
    en: 'the built-in role {name} stays',
    next: '复制为新角色后再调整。',
  },
  E_ROLE_IN_USE: {
    ...business,
    zh: '还有 {count} 名员工担任角色“{name}”，不能删除',
    en: '{count} people hold the role {name}',
    next: '先为这些员工换角色，或停用该角色。',
  },
  E_STAFF_OWN: {
    ...business,
    zh: '不能{action}自己',
    en: 'nobody may do this to himself',
    next: '请其他管理员操作。',
  },
  E_STAFF_OWN_GRANTS: {
    ...business,
    zh: '不能修改自己的{what}',
    en: 'nobody changes his own grants',
    next: '请其他管理员操作。',
  },
  E_STAFF_REACH: {
    ...business,
    zh: '该员工或部门不在您的数据范围内',
    en: 'outside your data scope',
    next: '请数据范围包含该部门的管理员操作。',
  },
  E_GRANT_ROLE: {
    ...business,
    zh: '角色“{role}”包含您没有的权限，不能授予或收回',
    en: 'the role {role} holds what you do not',
    next: '请拥有这些权限的管理员操作。',
  },
  E_GRANT_PERSON: {
    ...business,
    zh: '“{name}”拥有您没有的权限，不能{action}',
    en: '{name} holds what you do not',
    next: '请拥有这些权限的管理员操作。',
  },
  E_LAST_ADMINISTRATOR: {
    ...business,
    zh: '这是最后一个拥有全部权限的在职管理员，不能这样做',
    en: 'the last administrator stays',
    next: '先让另一名在职员工拥有管理员角色。',
  },
  E_MASK_ESCALATION: {
    ...business,
    zh: '不能给出比自己所见更清楚的{field}',
    en: 'clearer than the caller sees himself',
    next: '请能看到明文的管理员操作。',
  },
  E_MASK_TARGET: {
    ...business,
    zh: '脱敏设置的适用对象与字段不能修改',
    en: 'whom a policy is about does not change',
    next: '新增一条，再删除这一条。',
  },
  E_MENU_CYCLE: {
    ...business,
    zh: '菜单“{name}”不能移到自己或自己的下级之下',
    en: '{name} would lie below itself',
    next: '选择其他上级。',
  },
  E_MENU_PARENT: {
    ...business,
    zh: '“{name}”不是菜单分组，不能作上级',
    en: '{name} is no group of the menu',
    next: '选择一个分组。',
  },
  E_MENU_ROOT: {
    ...business,
    zh: '根菜单不能调整',
    en: 'the root of the menu stays',
    next: '调整它的下级。',
  },
  E_MENU_OWN_PAGE: {
    ...business,
    zh: '不能停用正在使用的页面“{name}”及其上级',
    en: 'the page in use stays',
    next: '从别的页面停用它。',
  },
} as const satisfies Record<string, ErrorEntry>;

export const refusePermission = refusalsOf(permissionErrors);
