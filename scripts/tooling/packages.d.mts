/** Path of a program; installs the package of the same name if it is missing, and throws if that fails. */
export function findProgram(name: string): Promise<string>

/** Unpacks a Debian package into a folder without installing it or its dependencies; throws if it cannot be downloaded. */
export function unpackPackage(name: string, folder: string): Promise<void>
