/** Prefix of field filters in the address of a list. */
export const filterPrefix = 'f.'
