/** What a lock says of the process that holds it. */
export interface Owner {
  token: string
  pid: number
  /** Kernel's start time of the process: tells a reused process number from the owner. Empty where the system does not say. */
  started: string
  /** One running operating system; a container shares it with its host, but may see other process numbers. */
  machine: string
}

export function dataFolderOf(source: Record<string, string | undefined>, root: string): string
export function keyFileOf(folder: string): string
export function lockOf(folder: string): string
export function refusalOfFolder(source: Record<string, string | undefined>, root: string): string | undefined
export function inUseBy(owner: Owner, folder: string): string
export function readOwner(file: string): Owner | null | undefined
export function isAlive(owner: Owner, file: string): boolean
export function startOf(pid: number): string
export function ageMs(file: string): number
