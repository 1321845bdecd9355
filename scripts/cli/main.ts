import { CommandError, exitStatus } from './command-error.ts'

const HELP = `Usage: sdwan-console <command> [options]

  get <entity> [name]       records of a tenant as YAML
  export <entity>           all records of a tenant, as YAML or CSV (--output, --file)
  plan -f <file|folder>     what these YAML files would change; nothing is stored
  apply -f <file|folder>    change what differs, all or nothing
  import <entity> <file>    the same from a CSV file, with the columns of the console (--dry-run: as plan)

  --tenant <oid>   tenant to work in              (or SDWAN_TENANT)
  --url <address>  the service                    (or SDWAN_URL; http://localhost:8080)
  --filter <rsql>  get and export: e.g. 'name=ilike=%paris%'
  --output <form>  get and export: yaml, csv or json
  --file <file>    export: write to a file
  --with-ids       export: identifiers beside the fields that people write
  --prune          plan and apply: delete records of these entities that no file names
  --token-file <file>  a file with the API token   (or SDWAN_TOKEN)

Exit status: 0 done or no difference, 1 refused, 2 plan found differences, 3 wrong arguments or file, 4 not allowed, 5 no answer.
`

/** Runs one command; answers its exit status. Output goes to `write`, sentences about the run to `tell`. */
export async function main(
  args: readonly string[],
  {
    write = (text) => void process.stdout.write(text),
    tell = (text) => void process.stderr.write(text),
    env = process.env,
  }: Partial<Surroundings> = {},
): Promise<number> {
  try {
    if (args.length === 0 || args.includes('--help') || args.includes('-h')) {
      write(HELP)
      return args.length === 0 ? exitStatus.usage : exitStatus.done
    }
    const { runCommand } = await import('./commands.ts')
    return await runCommand(args, { write, tell, env })
  } catch (error) {
    if (error instanceof CommandError) {
      tell(`${error.message}\n`)
      return error.status
    }
    tell(`${error instanceof Error ? error.message : String(error)}\n`)
    return exitStatus.usage
  }
}

/** Where a command reads its settings and writes to. */
export interface Surroundings {
  write: (text: string) => void
  tell: (text: string) => void
  env: Readonly<Record<string, string | undefined>>
}
