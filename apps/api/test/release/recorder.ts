import type { RecordedRequest } from './recording.ts'
import { jsonOf, membersOf } from './replay.ts'

/** Headers that are not recorded, because they are specific to one request. */
const besides = new Set(['x-request-id', 'user-agent'])

/** Records the requests to a service, and from which answers the ids and tokens in them come. */
export class Recorder {
  readonly requests: RecordedRequest[] = []
  readonly #address: string
  readonly #fetch = globalThis.fetch
  /** The place, in an earlier answer, where a value occurred first. */
  readonly #sources = new Map<string, string>()

  constructor(address: string) {
    this.#address = address
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, init)
      if (!request.url.startsWith(address)) return this.#fetch(input, init)
      const body = request.body === null ? null : await request.clone().text()
      const response = await this.#fetch(request)
      this.#record(request, body, response.status, await response.clone().text())
      return response
    }
  }

  /** Stops the recording. */
  stop(): void {
    globalThis.fetch = this.#fetch
  }

  #record({ method, url, headers }: Request, body: string | null, status: number, answer: string): void {
    const n = this.requests.length
    const json = jsonOf(answer)
    const sent = [...headers].filter(([name]) => !besides.has(name))
    this.requests.push({
      n,
      method,
      path: this.#named(url.slice(this.#address.length)),
      headers: Object.fromEntries(sent.map(([name, value]) => [name, this.#named(value)])),
      body: body === null ? null : this.#named(body),
      status,
      members: membersOf(json),
    })
    this.#learn(json, String(n))
  }

  /** Replaces values of earlier answers by their places, such as `{{3/id}}`. */
  #named(text: string): string {
    return text.replace(/[\w.-]{20,}/g, (value) => {
      const source = this.#sources.get(value)
      return source === undefined ? value : `{{${source}}}`
    })
  }

  #learn(json: unknown, place: string): void {
    if (typeof json === 'string' && json.length >= 20 && !this.#sources.has(json))
      this.#sources.set(json, place)
    if (json === null || typeof json !== 'object') return
    for (const [name, value] of Object.entries(json))
      this.#learn(value, `${place}/${name.replaceAll('/', '~1')}`)
  }
}
