/** Replaces the Markdown library of rjsf's default templates, which this console does not use; throws if one is rendered after all. */
export function Markdown(): never {
  throw new Error("rjsf's default templates are not part of this build")
}
