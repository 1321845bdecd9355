import type { Plugin } from 'vite'

const attribute = /,\s*\{\s*with:\s*\{\s*type:\s*['"]json['"]\s*\}\s*\}/g

/**
 * Removes the attribute from `import(…, { with: { type: 'json' } })`: the development server serves JSON as a JavaScript module, which
 * browsers refuse for such an import. The server itself removes the attribute only from static imports.
 */
export function jsonImportsPlugin(): Plugin {
  return {
    name: 'json-imports',
    apply: 'serve',
    transform: (code) =>
      code.includes("type: 'json'") || code.includes('type: "json"') ? { code: code.replace(attribute, ''), map: null } : undefined,
  }
}
