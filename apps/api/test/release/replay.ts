import type { RecordedRequest } from './recording.ts'

/** The answer to a replayed request. */
export interface Replayed {
  readonly request: RecordedRequest
  readonly status: number
  readonly text: string
  readonly members: readonly string[]
}

const DAY = 86_400_000

/** The number of days since a calendar day. */
export const daysSince = (day: string): number => Math.floor((Date.now() - Date.parse(day)) / DAY)

/** Sends recorded requests one after the other, with the ids and tokens of this service in place of the recorded ones. */
export async function replay(
  address: string,
  requests: readonly RecordedRequest[],
  days: number,
): Promise<Replayed[]> {
  const answers = new Map<number, unknown>()
  const fill = (text: string) =>
    moved(text, days).replace(/\{\{(\d+)((?:\/[^/}]*)+)\}\}/g, (whole, n: string, pointer: string) => {
      const value = valueAt(answers.get(Number(n)), pointer)
      return typeof value === 'string' ? value : whole
    })
  const replayed: Replayed[] = []
  for (const request of requests) {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, fill(value)] as const)
    const response = await fetch(address + fill(request.path), {
      method: request.method,
      headers: Object.fromEntries(headers),
      body: request.body === null ? null : new TextEncoder().encode(fill(request.body)),
    })
    const text = await response.text()
    const json = jsonOf(text)
    answers.set(request.n, json)
    replayed.push({ request, status: response.status, text, members: membersOf(json) })
  }
  return replayed
}

/** Moves each day in a text, so that days that were in the future still are. */
const moved = (text: string, days: number) =>
  text.replace(/(?<![\w-])(19|20)\d\d-[01]\d-[0-3]\d(?![\d-])/g, (day) =>
    new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10),
  )

/** The JSON value of a text; `undefined` if the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function valueAt(json: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce((value, name) => Reflect.get(Object(value), name.replaceAll('~1', '/')), json)
}

/** The members of an answer with their types: `[].person.id string`. An empty list has one member of the type null. */
export function membersOf(json: unknown, path = ''): string[] {
  if (Array.isArray(json)) {
    if (json.length === 0) return [`${path}[] null`]
    return [...new Set(json.flatMap((one) => membersOf(one, `${path}[]`)))]
  }
  if (json === undefined) return []
  if (json === null) return [`${path} null`]
  if (typeof json !== 'object') return [`${path} ${typeof json}`]
  return Object.entries(json).flatMap(([name, value]) => membersOf(value, path ? `${path}.${name}` : name))
}

/** The members that answers no longer have. A member that is null now may have any type, and any members. */
export function lostMembers(former: readonly string[], now: readonly string[]): string[] {
  const there = new Set(now)
  const isNull = (path: string) => there.has(`${path} null`)
  return former.filter((member) => {
    const [path, type] = [member.slice(0, member.lastIndexOf(' ')), member.slice(member.lastIndexOf(' ') + 1)]
    const above = [...path.matchAll(/\.|\[\]/g)].map(({ index }) => path.slice(0, index))
    const lists = above.map((part) => `${part}[]`)
    return type !== 'null' && !there.has(member) && ![path, ...above, ...lists].some(isNull)
  })
}
