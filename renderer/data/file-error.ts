/** Why a file is refused: locale key and parameters. */
export interface FileRefusal {
  key: string
  params: Record<string, unknown>
}

/** Refusal of a whole file. */
export class FileError extends Error implements FileRefusal {
  readonly key: string
  readonly params: Record<string, unknown>

  constructor(key: string, params: Record<string, unknown> = {}) {
    super(key)
    this.key = key
    this.params = params
  }
}

/** The answer, or why a file is refused. */
export async function refused<T>(work: () => Promise<T>): Promise<T | FileRefusal> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof FileError) return { key: cause.key, params: cause.params }
    throw cause
  }
}
