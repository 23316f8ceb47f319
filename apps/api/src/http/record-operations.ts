import {
  changersOf,
  type EndpointSpec,
  makersOf,
  readingOf,
  shapeOf,
  takesIfMatch,
} from '@commonhold/contract'
import { nearestName, shareWords } from '../base/nearest-name.ts'
import type { FieldError } from '../base/problem.ts'
import { isSameAsStored } from '../base/same-value.ts'
import type { Implementation } from '../store/implement.ts'

/** Members of the record in a request that its operation does not write. */
export type ReadOnlyMembers = Readonly<Record<string, unknown>>

/** The related operations of an endpoint: those that read and change the same record. */
export class RecordOperations {
  readonly #all: readonly Implementation[]
  readonly #endpoint: EndpointSpec

  constructor(all: readonly Implementation[], endpoint: EndpointSpec) {
    this.#all = all
    this.#endpoint = endpoint
  }

  get #endpoints(): EndpointSpec[] {
    return this.#all.map(({ endpoint }) => endpoint)
  }

  /** The operation that reads the record before it is changed; undefined when there is none. */
  get reading(): Implementation | undefined {
    if (!takesIfMatch(this.#endpoint)) return undefined
    const reading = readingOf(this.#endpoints, this.#endpoint)
    return this.#all.find(({ endpoint }) => endpoint === reading)
  }

  /** An error for each member whose sent value matches no view of the record. */
  errors(sent: ReadOnlyMembers | undefined, views: readonly unknown[]): FieldError[] {
    return Object.entries(sent ?? {})
      .filter(([name, value]) => !views.some((view) => isSameAsStored(value, memberOf(view, name))))
      .map(([field]) => this.#error(field))
  }

  /** True for a PATCH that gives every member the value that the record already has. */
  changesNothing(body: unknown, record: unknown): boolean {
    if (this.#endpoint.method !== 'patch' || body === null || typeof body !== 'object') return false
    return Object.entries(body).every(([name, value]) => isSameAsStored(value, memberOf(record, name)))
  }

  #error(field: string): FieldError {
    const { method, success, body } = this.#endpoint
    const suggestion = nearestName(field, Object.keys(shapeOf(body)))
    const isMove = method !== 'patch' && success.status !== 201
    if (isMove && suggestion !== undefined && shareWords(field, suggestion))
      return { field, code: 'unknown_field', message: `cannot be set here; did you mean ${suggestion}?` }
    return { field, code: 'read_only', message: this.#advice(field) }
  }

  /** The message: it names the operation that changes or sets the member, if there is one. */
  #advice(field: string): string {
    const changers = changersOf(this.#endpoints, this.#endpoint, field)
    if (changers.length > 0) return `is changed by ${namesOf(changers)}`
    const makers = makersOf(this.#endpoints, this.#endpoint, field)
    return makers.length > 0
      ? `is set when the record is created (${namesOf(makers)}) and cannot be changed; leave it out, or send its present value`
      : 'is set by the service; leave it out, or send its present value'
  }
}

const namesOf = (endpoints: readonly EndpointSpec[]) =>
  endpoints.map(({ method, path }) => `${method.toUpperCase()} ${path}`).join(', ')

const memberOf = (view: unknown, name: string): unknown =>
  view !== null && typeof view === 'object' ? Reflect.get(view, name) : undefined
