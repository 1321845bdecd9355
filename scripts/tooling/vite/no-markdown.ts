/** Stands in for the Markdown library of rjsf's stock templates; using one of those is a mistake that shows at once. */
export function Markdown(): never {
  throw new Error("rjsf's stock templates are not part of this build")
}
