import type { Desk } from '../../work/desk.ts'

/** A request that is refused with 409, and the steps that its advice names before the request is sent again. */
export interface Conflict {
  /** The request that is refused. */
  readonly send: () => Promise<unknown>
  /**
   * The values for operations that the advice names by method and path. The operations are read from its text and sent in order,
   * each with the same body: an advice names only operations that can be sent like this.
   */
  readonly named?: NamedOperations
  /** The steps that the advice describes in words. */
  readonly follow?: () => Promise<unknown>
  /** The request that the advice leads to, if it is not the refused one. */
  readonly instead?: () => Promise<unknown>
}

interface NamedOperations {
  readonly params: Readonly<Record<string, string>>
  readonly body?: object
  /** The token of the user who is advised to act, if it is another user. */
  readonly token?: string
  /** The tenant of the request, if the advice is about it; null sends none. */
  readonly tenantId?: string | null
}

/** A refusal whose advice is followed. */
export interface AdviceCase {
  readonly name: string
  readonly code: string
  readonly advice: RegExp
  readonly arrange: (desk: Desk) => Promise<Conflict>
}

/** For advice whose steps already do what the request was for. */
export const nothing = async () => {}

let serial = 0

/** A name that no record has yet. */
export function newName(): string {
  serial += 1
  return `Advised ${serial}`
}

/** The operations that a text names, such as `POST /assets/{asset_id}/restore`. */
export const operationsIn = (text: string) =>
  [...text.matchAll(/\b(GET|POST|PATCH|DELETE) (\/[\w/{}-]+)/g)].map(([, method = '', path = '']) => ({
    method,
    path,
  }))

/** Sends a request by its method and path, and returns the status. */
export async function perform(
  desk: Desk,
  { method, path }: { readonly method: string; readonly path: string },
  { params, body, token = desk.owner.token, tenantId = desk.tenantId }: NamedOperations,
): Promise<number> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? `no-${name}`)
  const headers = {
    authorization: `Bearer ${token}`,
    ...(tenantId === null ? {} : { 'x-tenant-id': tenantId }),
  }
  const answer = await fetch(desk.service.address + filled, {
    method,
    headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
    body: body ? JSON.stringify(body) : null,
  })
  await answer.text()
  return answer.status
}
