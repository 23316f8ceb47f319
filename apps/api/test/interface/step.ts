/** A body: the record as the last GET of the same path returned it. */
export const asRead = Symbol('the record as it was read')

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The values of an answer that later steps need: its `id` under a name, or members by JSON Pointers. */
export type StoredValues = string | Readonly<Record<string, string>>

/** `form`: the body is sent as a form. `signed in`: the token is sent, although the operation needs none. */
export type Manner = 'form' | 'signed in'

/**
 * One call of the first day. In path and body, `{issue_id}` stands for a value that an earlier step stored. In a path,
 * `{issue_id:other}` names the parameter before the colon and the stored value after it.
 */
export type Step = readonly [
  method: Method,
  path: string,
  status: number,
  body?: object | typeof asRead | undefined,
  stored?: StoredValues | undefined,
  manner?: Manner | undefined,
]

/** The operation of a step, as `interface-operations.tsv` writes it. */
export const operationOf = ([method, path]: Step): string =>
  `${method} ${path.replaceAll(/\{(\w+):\w+\}/g, '{$1}')}`
