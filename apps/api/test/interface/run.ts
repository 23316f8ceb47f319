import { asRead, type Step, type StoredValues } from './step.ts'

/** A step whose answer had another status than expected. */
export interface Refusal {
  readonly step: string
  readonly status: number
  readonly answer: string
}

/** Operations that are sent without a token, because they serve clients that are not signed in. */
const withoutToken = /^\/(users|auth\/.*|me\/sign(up|in))$/

/** Sends the steps one after the other, and returns those that were refused. */
export async function run(
  address: string,
  steps: readonly Step[],
  variables: Readonly<Record<string, string>>,
) {
  const known = new Map(Object.entries(variables))
  const read = new Map<string, unknown>()
  const refusals: Refusal[] = []
  for (const step of steps) {
    const [method, template, status, body, stored] = step
    const path = template.replaceAll(/\{(?:\w+:)?(\w+)\}/g, (_, name) => known.get(name) ?? `unknown-${name}`)
    const response = await fetch(`${address}${path}`, request(step, path, known, read))
    const text = await response.text()
    const answer: unknown = text === '' ? undefined : JSON.parse(text)
    if (response.status !== status)
      refusals.push({
        step: `${method} ${template} ${bodyText(body)}`.trim(),
        status: response.status,
        answer: text,
      })
    else if (stored !== undefined)
      for (const [name, value] of valuesOf(answer, stored)) known.set(name, value)
    if (method === 'GET') read.set(path, answer)
  }
  return refusals
}

const bodyText = (body: Step[3]) => (body === asRead ? 'as read' : (JSON.stringify(body) ?? ''))

function request(
  [method, , , body, , manner]: Step,
  path: string,
  known: ReadonlyMap<string, string>,
  read: ReadonlyMap<string, unknown>,
): RequestInit {
  const isOpen = method === 'POST' && withoutToken.test(path) && manner !== 'signed in'
  const authorization = isOpen ? {} : { authorization: `Bearer ${known.get('token')}` }
  if (body === undefined) return { method, headers: authorization }
  const sent = body === asRead ? read.get(path) : filled(body, known)
  if (manner === 'form')
    return { method, headers: authorization, body: new URLSearchParams(Object.entries(sent ?? {})) }
  const headers = { ...authorization, 'content-type': 'application/json' }
  return { method, headers, body: JSON.stringify(sent) }
}

/** The body with the values that earlier steps stored. */
function filled(body: object, known: ReadonlyMap<string, string>): object {
  const text = JSON.stringify(body).replaceAll(
    /\{(\w+)\}/g,
    (_, name) => known.get(name) ?? `unknown-${name}`,
  )
  return JSON.parse(text)
}

function valuesOf(answer: unknown, stored: StoredValues): [name: string, value: string][] {
  const pointers = typeof stored === 'string' ? { [stored]: '/id' } : stored
  return Object.entries(pointers).map(([name, pointer]) => [name, String(at(answer, pointer))])
}

const at = (answer: unknown, pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, part) => Reflect.get(Object(value), part), answer)
