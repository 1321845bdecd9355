import type { Plugin } from 'vite'

const attribute = /,\s*\{\s*with:\s*\{\s*type:\s*['"]json['"]\s*\}\s*\}/g

/**
 * The development server answers JSON as a module of script, which a browser refuses under `import(…, { with: { type: 'json' } })`.
 * It drops the attribute of static imports by itself; this drops it of dynamic ones.
 */
export function jsonImportsPlugin(): Plugin {
  return {
    name: 'json-imports',
    apply: 'serve',
    transform: (code) =>
      code.includes("type: 'json'") || code.includes('type: "json"') ? { code: code.replace(attribute, ''), map: null } : undefined,
  }
}
