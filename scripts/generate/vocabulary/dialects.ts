/** `$schema` of the files in `schemas/entities` and `schemas/shared`: the generated JSON Schemas by which editors complete and check them. */
export const dialects = { vocabulary: '../generated/vocabulary.schema.json', samples: '../generated/samples.schema.json' } as const

/** `$schema` of schemas for other programs: their `x-` keywords aside, they are plain JSON Schema. */
export const standardDialect = 'https://json-schema.org/draft/2020-12/schema'
