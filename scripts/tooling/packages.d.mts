/** Path of a program that the package of its name brings, installed where it is missing; throws where it cannot be had. */
export function findProgram(name: string): Promise<string>

/** Unpacks a package of Debian into a folder without installing it or what it depends on; throws where it cannot be had. */
export function unpackPackage(name: string, folder: string): Promise<void>
