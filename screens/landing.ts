/**
 * Resources whose list opens first in tenants of a type, and in 'all', in the order of preference (S0 section 2). Customers open
 * the home of their overlay; where none of these may be listed, the first entry of the navigation opens.
 */
export const firstLists: Readonly<Record<string, readonly string[]>> = {
  po: ['requests'],
  vad: ['partners'],
  msp: ['customers'],
  reseller: ['customers'],
  all: ['requests', 'partners', 'customers', 'users'],
}
