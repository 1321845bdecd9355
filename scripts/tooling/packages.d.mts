/** Path of a program; installs its package, by default of the same name, if it is missing, and throws if that fails. */
export function findProgram(name: string, packageName?: string): Promise<string>

/** Unpacks a Debian package into a folder without installing it or its dependencies; throws if it cannot be downloaded. */
export function unpackPackage(name: string, folder: string): Promise<void>
