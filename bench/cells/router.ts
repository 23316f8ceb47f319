import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.ts'
import { end } from '../stack.ts'
import { until } from '../trust/ask.ts'
import { askHost } from './host.ts'

const files = fileURLToPath(new URL('../../deploy/cells', import.meta.url))

/** A running HAProxy with `deploy/cells/haproxy.cfg`. */
export interface Router {
  readonly port: number
  /** Routes the requests to a host name to another backend, starting with the next request. */
  route(host: string, backend: string): Promise<void>
  /** The number of requests that each backend has received. */
  requests(): Promise<Readonly<Record<string, number>>>
  stop(): Promise<void>
}

/** Starts the router in front of the instances at these addresses, on a port of the loopback interface. */
export async function startRouter(cells: Readonly<Record<'a' | 'b', string>>): Promise<Router> {
  const folder = await mkdtemp(join(tmpdir(), 'commonhold-cells-'))
  const port = await freePort()
  const socket = join(folder, 'admin.sock')
  const config = join(folder, 'haproxy.cfg')
  await cp(files, folder, { recursive: true })
  await writeFile(config, placed(await readFile(config, 'utf8'), port, socket, cells))
  const { child, failure } = launchHaproxy(config)
  const command = async (words: string) => {
    const connection = connect(socket)
    connection.end(`${words}\n`)
    return (await text(connection)).trim()
  }
  const stop = async () => {
    if (child.pid !== undefined) await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const isReady = async (host: string) => (await askHost(port, host, 'GET /readyz')).status === 200
    await Promise.race([
      until(async () => (await isReady('a.example.org')) && isReady('b.example.org')),
      failure,
    ])
  } catch (error) {
    await stop()
    throw error
  }
  return {
    port,
    stop,
    async route(host, backend) {
      const answer = await command(`set map cells.map ${host} ${backend}`)
      if (answer !== '') throw new Error(`haproxy refused the change of the map: ${answer}`)
    },
    async requests() {
      const [names = '', ...lines] = (await command('show stat -1 2 -1')).replace(/^# /, '').split('\n')
      const total = names.split(',').indexOf('req_tot')
      return Object.fromEntries(
        lines.map((line) => line.split(',')).map((row) => [row[0], Number(row[total])]),
      )
    },
  }
}

/** Runs HAProxy in the foreground; `failure` rejects when it ends. */
function launchHaproxy(config: string): { child: ChildProcess; failure: Promise<never> } {
  const child = spawn('haproxy', ['-db', '-f', config], {
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // However this process ends, its child processes end too.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const messages = text(child.stderr)
  const failure = new Promise<never>((_, reject) => {
    child.once('error', (cause) =>
      reject(new Error('haproxy does not run here: apt-get install haproxy (2.6 or newer)', { cause })),
    )
    child.once('exit', async (code) => reject(new Error(`haproxy ended with ${code}\n${await messages}`)))
  })
  failure.catch(() => {})
  return { child, failure }
}

/** Changes the addresses of the configuration, and removes what needs an installed system: user, chroot and log. */
function placed(
  config: string,
  port: number,
  socket: string,
  cells: Readonly<Record<'a' | 'b', string>>,
): string {
  const changes: [RegExp, string][] = [
    [/^ +(?:chroot|user|group|log) .*\n/gm, ''],
    [/\/run\/haproxy\/admin\.sock/, socket],
    [/bind :80$/m, `bind 127.0.0.1:${port}`],
    [/(server a1) \S+/, `$1 ${new URL(cells.a).host}`],
    [/(server b1) \S+/, `$1 ${new URL(cells.b).host}`],
    // Each cell has one instance.
    [/^ +server [ab]2 .*\n/gm, ''],
  ]
  return changes.reduce((changed, [from, to]) => {
    if (changed.search(from) < 0) throw new Error(`deploy/cells/haproxy.cfg has nothing like ${from}`)
    return changed.replace(from, to)
  }, config)
}
