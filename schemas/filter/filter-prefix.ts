/** Begins the names of filters in the address of a list, e.g. `f.state=active`. */
export const filterPrefix = 'f.'
