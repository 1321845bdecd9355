import { fieldKinds, kindOf, readField, type FieldKind } from './field-kinds.ts'
import { groupOf, pluralOf, possibleOwners, requestOf, type Answers } from './request.ts'

/** Asks one question; the answer is trimmed, and empty if somebody only confirms the default. */
export type Ask = (question: string) => Promise<string>

/** Asks for what the command line left open, each question again until the answer can be taken. */
export async function askFor(root: string, given: Answers, ask: Ask): Promise<Answers> {
  const answers = { ...given }
  const valid = (question: string, key: keyof Answers, fallback?: string): Promise<string> =>
    repeat(ask, question, (answer) => {
      const value = answer === '' ? fallback : answer
      requestOf(root, { name: 'new', ...answers, [key]: value })
      return value ?? ''
    })
  answers.name ??= await valid('Name of one, in kebab-case (edge-box): ', 'name', '')
  const owners = possibleOwners(root).map(({ entity }) => entity)
  answers.owner ??= await valid(
    `Whom it belongs to: tenant, overlay (a customer's network), or one of ${owners.join(', ')} [tenant]: `,
    'owner',
    'tenant',
  )
  const plural = pluralOf(answers.name)
  answers.plural ??= await valid(`Name of several, in camelCase [${plural}]: `, 'plural', plural)
  const group = groupOf(answers.owner)
  answers.group ??= await valid(`Group of the navigation [${group}]: `, 'group', group)
  answers.field ??= await askForFields(root, ask)
  const [first] = answers.field.map(readField).flatMap(({ name, kind }) => (kind === 'text' ? [name] : []))
  answers.key ??= await valid(`Fields that identify one, with commas, the last one a text that names it [${first}]: `, 'key', first)
  answers.required ??= await valid('Other mandatory fields, with commas [none]: ', 'required', '')
  return answers
}

async function askForFields(root: string, ask: Ask): Promise<string[]> {
  const kinds = (Object.keys(fieldKinds) as FieldKind[]).map((kind) => `  ${kind.padEnd(10)} ${kindOf(kind).about}`)
  const fields: string[] = []
  const introduction = `Fields as <name>=<kind>, one a line; an empty line ends. Kinds:\n${kinds.join('\n')}\n`
  for (;;) {
    const question = fields.length === 0 ? `${introduction}Field [name=text]: ` : 'Field [no more]: '
    const field = await repeat(ask, question, (answer) => {
      const value = answer === '' && fields.length === 0 ? 'name=text' : answer
      // A first field that is no text cannot be the key; the question for the key comes later.
      if (value !== '') requestOf(root, { name: 'new', field: ['name=text', ...fields.filter((one) => !one.startsWith('name=')), value] })
      return value
    })
    if (field === '') return fields
    fields.push(field)
  }
}

async function repeat(ask: Ask, question: string, read: (answer: string) => string): Promise<string> {
  let complaint = ''
  for (;;) {
    try {
      return read(await ask(complaint + question))
    } catch (error) {
      complaint = `${(error as Error).message}\n`
    }
  }
}
