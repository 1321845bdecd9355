import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compressedPages, generateAll, generateCode, generateContracts, isContract, staleFiles, writeOutputs } from './generate/outputs.ts'
import { loadTree } from './generate/tree.ts'
import { coverageOutput } from './proofs/output.ts'

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, root: { type: 'string', default: resolve(import.meta.dirname, '..') } },
})

const tree = await loadTree(values.root)

// `--check` only compares the committed contracts; it writes nothing and needs no generated file.
if (values.check) {
  const stale = staleFiles(values.root, generateContracts(tree)).filter(({ path }) => isContract(path))
  for (const { path, why } of stale) console.log(`${path}: ${why}; run npm run generate`)
  process.exitCode = stale.length ? 1 : 0
} else if (process.env['GENERATE'] === 'code') {
  // For tests of a changed copy (`proofs:red`), which need no reference pages.
  console.log(`${writeOutputs(values.root, generateCode(tree), ['schemas/generated']).length} files changed`)
} else {
  const generated = generateAll(tree)
  const outputs = new Map([...generated, ...(await compressedPages(generated)), ...coverageOutput(values.root)])
  const written = writeOutputs(values.root, outputs)
  console.log(`${outputs.size} generated files, ${written.length} changed`)
}
