/** Sends the record back as the last GET of the same path answered it. */
export const asRead = Symbol('the record as it was read')

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What is kept of an answer for later steps: its `id` under a name, or members by JSON Pointers. */
export type Kept = string | Readonly<Record<string, string>>

/** How a step is sent, where not as JSON and with the token, if the operation takes one. */
export type Manner = 'form' | 'signed in'

/**
 * One call of the first day. In path and body `{issue_id}` stands for what a step before has kept; `{issue_id:other}` in a path
 * names the parameter before the colon and what was kept behind it.
 */
export type Step = readonly [
  method: Method,
  path: string,
  status: number,
  body?: object | typeof asRead | undefined,
  keep?: Kept | undefined,
  manner?: Manner | undefined,
]

/** The operation of a step, as `interface-operations.tsv` writes it. */
export const operationOf = ([method, path]: Step): string =>
  `${method} ${path.replaceAll(/\{(\w+):\w+\}/g, '{$1}')}`
