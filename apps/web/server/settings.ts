/** The address of this server, and the address of the API for the browser. */
export interface Settings {
  readonly host: string
  readonly port: number
  readonly apiUrl: string
}

/** Thrown for invalid settings; `faults` has one sentence for each. */
export class BadSettings extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.name = 'BadSettings'
    this.faults = faults
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** A browser cannot open a wildcard address, so it gets the loopback address instead; `API_URL` overrides this. */
const reachable = (host: string) => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** Address of the API for the browser: `API_URL`, or made from `HOST` and `PORT`. */
export function apiUrlFrom(env: Environment): string {
  if (env.API_URL) return env.API_URL.replace(/\/+$/, '')
  return `http://${bracketed(reachable(env.HOST || '127.0.0.1'))}:${env.PORT || '3000'}`
}

/** Reads the settings. Throws `BadSettings`. */
export function settingsFrom(env: Environment): Settings {
  const faults: string[] = []
  const port = env.WEB_PORT || '5173'
  if (!isPort(port))
    faults.push(`WEB_PORT must be a port number from 0 to 65535, not ${JSON.stringify(port)}.`)
  const apiUrl = apiUrlFrom(env)
  if (!isAddress(apiUrl))
    faults.push(
      env.API_URL
        ? `API_URL must be an http or https address without a query, not ${JSON.stringify(env.API_URL)}.`
        : 'HOST and PORT make no address for the API; correct them or set API_URL.',
    )
  if (faults.length > 0) throw new BadSettings(faults)
  return { host: env.HOST || '127.0.0.1', port: Number(port), apiUrl }
}

const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && username + password + search + hash === ''
}
