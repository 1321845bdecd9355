/** Path of a Chromium to test with; throws when there is none to be had. */
export function findBrowser(): Promise<string>
