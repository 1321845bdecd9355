import { join, resolve } from 'node:path'
import { API } from 'typescript/unstable/sync'
import { describe, expect, it } from 'vitest'
import { checkScreen } from '../../../renderer/descriptor/check-screen.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { widgets } from '../../../renderer/widgets/registry.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'

const root = resolve(import.meta.dirname, '..', '..', '..')

/** Messages of the compiler about a screen that is not there. */
function compilerMessages(code: string): string[] {
  const [project, file] = [join(root, 'tsconfig.one-screen.json'), join(root, 'screens', 'example.screen.ts')]
  const settings = { extends: './tsconfig.json', compilerOptions: { types: ['vite/client'] }, include: [], files: [file] }
  const contents: Readonly<Record<string, string>> = { [project]: JSON.stringify(settings), [file]: code }
  const api = new API({
    cwd: root,
    fs: { readFile: (path) => contents[path], fileExists: (path) => (path in contents ? true : undefined) },
  })
  try {
    const program = api.updateSnapshot({ openProjects: [project] }).getProject(project)?.program
    return (program?.getSemanticDiagnostics(file) ?? []).map(({ text }) => text)
  } finally {
    api.close()
  }
}

describe('a widget that does not fit', () => {
  it('is refused by the compiler with the names of those that do', () => {
    const code = `import { defineScreen } from '../renderer/descriptor/define-screen.ts'
      export const example = defineScreen('partner', { group: 'network', list: { columns: [{ field: 'partnerCount', use: 'rating' }] } })`
    const [message = ''] = compilerMessages(code)
    expect(message).toMatch(/^Type '"rating"' is not assignable to type 'WidgetChoice<.*"number".*>/)
    expect(message).not.toContain('"textarea"')
  })

  it.each<[string, Pick<Screen, 'list' | 'editor'>, string]>([
    [
      'a column',
      { list: { columns: [{ field: 'partnerCount', use: 'textarea' }] } },
      'screen.widget.misfit | screens/partner.screen.ts: list.columns[0].use | "textarea" cannot show "partnerCount"; write one of number',
    ],
    [
      'a control',
      { editor: { sections: {}, widgets: { partnerCount: 'nubmer' } } },
      'screen.widget.unknown | screens/partner.screen.ts: editor.widgets.partnerCount | unknown widget "nubmer", did you mean "number"?; for "partnerCount" write one of number',
    ],
    [
      'an option',
      { editor: { sections: {}, widgets: { contactDetails: { use: 'textarea', row: 5 } } } },
      'screen.widget.option | screens/partner.screen.ts: editor.widgets.contactDetails.row | "textarea" has no option "row"; there are rows',
    ],
  ])('is a finding in %s that says what to write', (_, part, finding) => {
    const found = checkScreen({ group: 'administration', ...part } as Screen, {
      schema: entitySchemas.partner,
      widgets,
      icons: [],
      hasText: () => true,
    })
    expect(
      found.filter(({ id }) => id.startsWith('screen.widget')).map(({ id, where, message }) => `${id} | ${where} | ${message}`),
    ).toEqual([finding])
  })
})
