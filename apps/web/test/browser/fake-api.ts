import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { assetLifecycle } from '@commonhold/contract'

type Row = Record<string, unknown>
interface Answer {
  readonly status: number
  readonly body?: Row | Row[]
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ulid = () => `01${Array.from({ length: 24 }, () => ALPHABET[Math.floor(Math.random() * 32)]).join('')}`
const record = () => ({
  id: ulid(),
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString(),
  version: 1,
  created_by: null,
})

const problem = (status: number, code: string, detail: string, facts: Row = {}): Answer => ({
  status,
  body: {
    type: `/problems/${code}`,
    title: code,
    status,
    detail,
    instance: '/',
    code,
    request_id: randomUUID(),
    ...facts,
  },
})
const invalid = (pointer: string, code: string, message: string) =>
  problem(422, 'validation_failed', 'Correct what is listed.', {
    errors: [{ in: 'body', pointer, code, message }],
  })

/** Just enough of the service to work on the pages alone: no rules beyond those that the pages show. */
export async function startFakeApi() {
  const users = new Map<string, Row & { password: string }>()
  const tokens = new Map<string, Row>()
  const models: Row[] = []
  const assets: Row[] = []

  const answer = (method: string, path: string, query: URLSearchParams, body: Row, token: string): Answer => {
    const email = `${body.email}`.toLowerCase()
    const password = `${body.password}`
    const key = `${method} ${path}`
    if (key === 'POST /users') {
      if (users.has(email)) return problem(409, 'already_exists', 'Taken.', { field: 'email' })
      if (password === 'password')
        return invalid('/password', 'not_allowed_value', 'is one of the most common passwords')
      users.set(email, { ...record(), email, password, display_name: null, last_sign_in_at: null })
      return { status: 201, body: { email } }
    }
    if (key === 'POST /auth/token') {
      const user = users.get(email)
      if (user?.password !== password) return problem(401, 'invalid_credentials', 'Wrong.')
      const access_token = randomUUID()
      tokens.set(access_token, user)
      user.last_sign_in_at = new Date().toISOString()
      return {
        status: 200,
        body: {
          access_token,
          token_type: 'bearer',
          expires_in: 60,
          refresh_token: randomUUID(),
          refresh_expires_in: 60,
          session_id: ulid(),
        },
      }
    }
    if (key === 'POST /auth/forgot-password')
      return { status: 200, body: { message: 'Sent, if there is one.' } }

    const user = tokens.get(token)
    if (!user) return problem(401, 'not_authenticated', 'Sign in.')
    if (key === 'POST /me/signout') {
      tokens.delete(token)
      return { status: 204 }
    }
    if (key === 'GET /me') return { status: 200, body: { ...user, password: undefined } }
    if (key === 'GET /asset-models') return { status: 200, body: models }
    if (key === 'POST /asset-models') {
      if (models.some(({ name }) => name === body.name))
        return problem(409, 'already_exists', 'A model has this name already.', { field: 'name' })
      const model = { ...record(), archived_at: null, ...body }
      models.push(model)
      return { status: 201, body: model }
    }
    if (key === 'GET /assets')
      return {
        status: 200,
        body: assets
          .filter(({ status }) => query.get('archived') === 'include' || status !== 'archived')
          .slice(0, 20),
      }
    if (key === 'POST /assets') {
      if (body.serial_number && assets.some(({ serial_number }) => serial_number === body.serial_number))
        return problem(409, 'already_exists', 'Another asset of this model has the serial number.', {
          field: 'serial_number',
        })
      if (body.serial_number === 'bad')
        return invalid('/serial_number', 'invalid_format', 'does not follow the format')
      const asset = {
        ...record(),
        serial_number: null,
        quantity: 1,
        status: 'active',
        asset_tag: `A-${String(assets.length + 1).padStart(6, '0')}`,
        ...body,
      }
      assets.unshift(asset)
      return { status: 201, body: asset }
    }
    const [, id, operation] = path.match(/^\/assets\/(\w+)\/([\w-]+)$/) ?? []
    const asset = assets.find((one) => one.id === id)
    const move = Object.values(assetLifecycle.moves).find(({ path: at }) => at.endsWith(`/${operation}`))
    if (!asset || !move) return problem(404, 'not_found', 'There is no such thing.')
    asset.status = move.to
    return { status: 200, body: asset }
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const body = await json(request)
    const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
    const reply: Answer =
      request.method === 'OPTIONS'
        ? { status: 204 }
        : answer(request.method ?? '', url.pathname, url.searchParams, body, token)
    send(response, request.headers.origin, reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    // Listening on a port, so the address is not a pipe's name.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function json(request: IncomingMessage): Promise<Row> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text === '' ? {} : JSON.parse(text)
}

function send(response: ServerResponse, origin: string | undefined, { status, body }: Answer) {
  response.writeHead(status, {
    'access-control-allow-origin': origin ?? '*',
    'access-control-allow-headers': 'authorization, content-type, x-api-version, idempotency-key',
    'access-control-allow-methods': 'GET, POST',
    'content-type': status >= 400 ? 'application/problem+json' : 'application/json',
  })
  response.end(body && JSON.stringify(body))
}
