import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compressedForms, FORM_EXTENSIONS, isCompressible } from '../../../server/plugins/compressed-forms.mjs'

/** Writes `.br` and `.gz` next to every compressible file in a folder; the service sends them as they are. */
export async function precompress(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && isCompressible(entry.name) && entry.name !== 'index.html')
  await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))))
}

async function compress(file) {
  const forms = await compressedForms(await readFile(file))
  await Promise.all(Object.entries(forms ?? {}).map(([encoding, bytes]) => writeFile(`${file}${FORM_EXTENSIONS[encoding]}`, bytes)))
}
