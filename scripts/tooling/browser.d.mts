/** Path of a Chromium to test with; throws if none can be found or installed. */
export function findBrowser(): Promise<string>
