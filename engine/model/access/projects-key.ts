/**
 * The field of staff and of roles that holds what somebody works on, where a product divides its rows by it
 * (`access.project`): `user.projectIds` in expressions. Empty for everybody where the documents have no such field.
 */
export const projectsKey = 'projectIds';
