import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../../scripts/tooling/packages.mjs'
import { at } from '../../../scripts/tooling/paths.mjs'
import { run } from '../../../scripts/tooling/run.mjs'

/** What an image says about its containers, in Docker's names. */
export interface ImageConfig {
  User: string
  Env: string[]
  Entrypoint: string[]
  WorkingDir: string
  Volumes: Record<string, object>
  Labels: Record<string, string>
  StopSignal: string
  Healthcheck: { Test: string[] }
}

/** An image that was built, with its files at hand. */
export interface Image {
  config: ImageConfig
  /** A folder for the volume, which belongs to the image's user. */
  volume(): string
  /** Starts a process in a container of its own, as the image says. */
  start(container: ContainerOptions): Container
  remove(): Promise<void>
}

export interface ContainerOptions {
  volume: string
  env?: Record<string, string>
  /** @default the image's entry point */
  command?: string[]
}

/** A running container. */
export interface Container {
  output(): string
  /** Resolves with the exit code of its first process. */
  ended: Promise<number | null>
  /** Sends a signal to its first process. */
  signal(name: NodeJS.Signals): void
  /** Ends it, however that leaves it. */
  kill(): void
}

const BASE = 'localhost/base'
const IMAGE = 'localhost/sdwan-console'

/** Builds the image of the container file with `buildah`, on Debian's minimal system and this Node.js: no registry is asked. */
export async function buildImage(): Promise<Image> {
  const [buildahProgram, debootstrap] = [await findProgram('buildah'), await findProgram('debootstrap')]
  const folder = mkdtempSync(join(tmpdir(), 'image-'))
  const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
  const buildah = (...args: string[]): Promise<string> => must(buildahProgram, [...store, ...args])
  const remove = async (): Promise<void> => {
    await buildah('rm', '--all')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await must(debootstrap, ['--variant=minbase', 'bookworm', join(folder, 'debian')])
    const base = await buildah('from', 'scratch')
    await buildah('add', '--quiet', base, join(folder, 'debian'), '/')
    await buildah('add', '--quiet', base, process.execPath, '/usr/local/bin/node')
    await buildah('commit', '--quiet', base, BASE)
    await must(process.execPath, [at('scripts', 'package.mjs'), join(folder, 'context')])
    const options = ['--isolation', 'chroot', '--network', 'host', '--pull=never', '--format', 'docker', '--build-arg', `BASE=${BASE}`]
    await buildah('build', ...options, '-t', IMAGE, '-f', at('deploy', 'container', 'Containerfile'), join(folder, 'context'))
    const inspected = JSON.parse(await buildah('inspect', '--type', 'image', IMAGE)) as { Docker: { config: ImageConfig } }
    const { config } = inspected.Docker
    const files = await buildah('mount', await buildah('from', '--pull-never', IMAGE))
    return { config, volume: () => volumeIn(folder, config), start: (container) => start({ config, files, folder }, container), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

function volumeIn(folder: string, { User }: ImageConfig): string {
  const volume = mkdtempSync(join(folder, 'volume-'))
  const [user = 0, group = 0] = User.split(':').map(Number)
  chownSync(volume, user, group)
  return volume
}

/**
 * A container without an engine, as not every machine that tests run on lets one set limits: the process is the first of its own process
 * namespace, sees the image's files read-only, the volume in its place, and a `/tmp` of its own.
 */
function start({ config, files, folder }: { config: ImageConfig; files: string; folder: string }, options: ContainerOptions): Container {
  const [volumePath = ''] = Object.keys(config.Volumes)
  const script = join(mkdtempSync(join(folder, 'container-')), 'start.sh')
  writeFileSync(
    script,
    `set -e
mount --make-rprivate /
mount --bind ${files} ${files}
mount --bind ${options.volume} ${files}${volumePath}
mount -t proc proc ${files}/proc
mount --rbind /dev ${files}/dev
mount -t tmpfs tmpfs ${files}/tmp
mount -o remount,bind,ro ${files}
exec chroot --userspec=${config.User} ${files} /usr/bin/env -i -C ${config.WorkingDir} "$@"
`,
  )
  const env = [...config.Env, ...Object.entries(options.env ?? {}).map(([name, value]) => `${name}=${value}`)]
  const isolated = ['--mount', '--pid', '--fork', '--kill-child', 'sh', script]
  const child = spawn('unshare', [...isolated, ...env, ...(options.command ?? config.Entrypoint)])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return {
    output: () => output,
    ended: new Promise((done) => child.once('close', done)),
    signal: (name) => void process.kill(Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()), name),
    kill: () => void child.kill('SIGKILL'),
  }
}

async function must(program: string, args: string[]): Promise<string> {
  const { code, output } = await run(program, args, { quiet: true })
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output}`)
  return output.trim()
}
