/** Encodings in which static content is sent, the preferred one first. */
export type Encoding = 'br' | 'gzip'

export const FORM_EXTENSIONS: Record<Encoding, string>
/** Whether a file of this name gets smaller by compression; fonts and pictures are compressed by themselves. */
export function isCompressible(name: string): boolean
/** The content in every encoding, made slowly and small because it is sent often; nothing where that gains too little. */
export function compressedForms(content: string | Buffer): Promise<Record<Encoding, Buffer> | undefined>
