import type { Finding } from '../../schemas/finding.ts'
import { didYouMean, hintFor } from '../../schemas/vocabulary/names.ts'
import { isSame } from '../../schemas/vocabulary/equality.ts'
import type { Tree } from '../generate/tree.ts'

/** Checks the functions of `schemas/migrations`: their samples come out both ways, and what a release used is still there. */
export function checkMigrations({ migrations, evolutions, entities }: Tree): Finding[] {
  const used = Object.entries(evolutions).flatMap(([entity, { steps }]) =>
    steps.flatMap((step) => (step.migrations ?? []).map((name) => ({ entity, name }))),
  )
  const gone = used.filter(({ name }) => migrations[name] === undefined)
  return [
    ...gone.map(({ entity, name }) => ({
      id: 'migrations.gone',
      where: `schemas/migrations/${name}.ts`,
      message: `stored records of ${entity} may still need it; write the file as it was released`,
    })),
    ...Object.entries(migrations).flatMap(([name, migration]): Finding[] => {
      const where = `schemas/migrations/${name}.ts`
      const found = (id: string, message: string): Finding => ({ id: `migrations.${id}`, where, message })
      const schema = entities[migration.entity]
      if (schema === undefined)
        return [found('entity', `"${migration.entity}" is no entity${didYouMean(hintFor(migration.entity, Object.keys(entities)))}`)]
      const sampleFailed = (message: string): Finding => found('sample', message)
      const stray = migration.writes.filter((property) => schema.properties[property] === undefined)
      return [
        ...stray.map((property) =>
          found(
            'writes',
            `"${property}" is no property of ${migration.entity}${didYouMean(hintFor(property, Object.keys(schema.properties)))}`,
          ),
        ),
        ...(migration.samples.length === 0 ? [found('samples', 'has no sample; write at least one record with "before" and "after"')] : []),
        ...migration.samples.flatMap(({ before, after }, at) => [
          ...outcome({ what: `samples/${at}: "up"`, made: () => migration.up(structuredClone(before)), wanted: after }).map(sampleFailed),
          ...(migration.down
            ? outcome({ what: `samples/${at}: "down"`, made: () => migration.down?.(structuredClone(after)), wanted: before }).map(
                sampleFailed,
              )
            : []),
        ]),
      ]
    }),
  ]
}

/** Why a function of a migration does not make of a sample what it says; none if it does. */
function outcome({ what, made, wanted }: { what: string; made: () => unknown; wanted: unknown }): string[] {
  try {
    const record = made()
    return isSame(record, wanted)
      ? []
      : [`${what} makes ${JSON.stringify(record)}; write ${JSON.stringify(wanted)} as it, or mend the function`]
  } catch (error) {
    return [`${what} fails: ${(error as Error).message}`]
  }
}
