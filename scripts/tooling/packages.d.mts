/** Path of a program that the package of its name brings, installed where it is missing; throws where it cannot be had. */
export function findProgram(name: string): Promise<string>
