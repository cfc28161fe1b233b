/** The product's database on the embedded server. */
export const embeddedDatabase = 'learning_platform';
