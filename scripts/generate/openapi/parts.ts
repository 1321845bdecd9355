/** A reference to a component schema. */
export function ref(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` }
}

/** A JSON response. */
export function jsonResponse(description: string, schema: object): object {
  return { description, content: { 'application/json': { schema } } }
}

/** A JSON request body. */
export function jsonBody(schema: object): object {
  return { required: true, content: { 'application/json': { schema } } }
}

/** Error responses by status, each a problem document. */
export function problems(...statuses: number[]): Record<number, object> {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]))
}

export function queryParameter(name: string, schema: object, description: string): object {
  return { name, in: 'query', required: false, description, schema }
}

export function pathParameter(name: string, description: string): object {
  return { name, in: 'path', required: true, description, schema: { type: 'string' } }
}

export function headerParameter(name: string, description: string, required: boolean): object {
  return { name, in: 'header', required, description, schema: { type: 'string' } }
}

/** Where a person made a change. */
export const changeSourceParameter = {
  name: 'X-Change-Source',
  in: 'header',
  required: false,
  description: 'Where a person made the change, for the journal; without it the entry names the API',
  schema: { enum: ['editor', 'inline'] },
}

/** An object schema; all properties are required except those in `optional`. */
export function object(properties: Record<string, object>, optional: readonly string[] = []): object {
  return { type: 'object', required: Object.keys(properties).filter((name) => !optional.includes(name)), properties }
}

export const text = { type: 'string' }
export const integer = { type: 'integer' }
export const flag = { type: 'boolean' }
/** An object of any properties. */
export const anything = { type: 'object', additionalProperties: true }

/** Of tenants found; `isCut`: of a search by rights, a longer text may find others. */
export const tenantsMeta = object({ page: integer, size: integer, isCut: flag }, ['isCut'])

/** An array schema. */
export function listOf(items: object): object {
  return { type: 'array', items }
}

/** A JSON response of the form `{data: [...]}`. */
export function dataResponse(items: object, description: string): object {
  return jsonResponse(description, object({ data: listOf(items) }))
}
