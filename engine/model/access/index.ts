// Operations, the permissions they ask for and the grants people hold.

export {
  actionPath,
  type DeclaredOperation,
  declaredOperations,
  enabledField,
  knownPermissions,
  operationsOfEntity,
  permissionsOf,
  secondPermissions,
  statusPermission,
  takesManyRows,
  verbPermissions,
} from './operations.ts';
export { type Grants, isGranted } from './permissions.ts';
export { projectsKey } from './projects-key.ts';
export { isPathShown, isShown } from './shown-fields.ts';
