import {
  assetLifecycle,
  contract,
  EMAIL_PATTERN,
  employmentAssignmentLifecycle,
  eventKinds,
  eventTypes,
  MOST_BULK_ITEMS,
  mapEndpoints,
  REFERENCE_PATTERN,
  schoolEmploymentLifecycle,
  schoolEnrollmentLifecycle,
  withoutSchemas,
} from '@commonhold/contract'
import type { Plugin } from 'vite'

/** A module with an export for each resource, for the pages before the sign-in. */
const ONE_BY_ONE = 'virtual:contract'
/** A module with the whole contract, for the application. It is separate, so that the sign-in page does not load it. */
const WHOLE = 'virtual:whole-contract'
/** A module with the types of events, which only the form of a webhook loads. */
const EVENT_TYPES = 'virtual:event-types'

/**
 * Gives the browser the contract without its schemas, which is all that a client needs. Without this, the sign-in page would load
 * zod and every resource.
 */
export function slimContract(): Plugin {
  return {
    name: 'commonhold:slim-contract',
    resolveId: (id) => (id === ONE_BY_ONE || id === WHOLE || id === EVENT_TYPES ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${ONE_BY_ONE}`) return resourcesText()
      if (id === `\0${WHOLE}`) return wholeText()
      if (id === `\0${EVENT_TYPES}`) return eventTypesText()
      return undefined
    },
  }
}

const slim = mapEndpoints(contract, withoutSchemas)

/** Each resource is a separate export, so that the bundler leaves out those that the page does not import. */
const resourcesText = () =>
  [
    ...Object.entries(slim).map(([name, node]) => `export const ${name} = ${JSON.stringify(node)}`),
    `export const EMAIL_PATTERN = ${EMAIL_PATTERN}`,
  ].join('\n')

function wholeText(): string {
  const movesOf = (lifecycle: {
    readonly moves: Readonly<Record<string, { readonly from: readonly string[]; readonly to: string }>>
  }) => JSON.stringify(mapValues(lifecycle.moves, ({ from, to }) => ({ from, to })))
  return [
    `export const contract = ${JSON.stringify(slim)}`,
    `export const REFERENCE_PATTERN = ${REFERENCE_PATTERN}`,
    `export const MOST_BULK_ITEMS = ${MOST_BULK_ITEMS}`,
    `export const assetMoves = ${movesOf(assetLifecycle)}`,
    `export const enrollmentMoves = ${movesOf(schoolEnrollmentLifecycle)}`,
    `export const employmentMoves = ${movesOf(schoolEmploymentLifecycle)}`,
    `export const assignmentMoves = ${movesOf(employmentAssignmentLifecycle)}`,
  ].join('\n')
}

function eventTypesText(): string {
  const actionsOf = (kind: string) =>
    eventTypes.filter((type) => type.startsWith(`${kind}.`)).map((type) => type.slice(kind.length + 1))
  const kinds = eventKinds.map((kind) => ({ kind, actions: actionsOf(kind) }))
  return `export const kindsOfEvents = ${JSON.stringify(kinds)}`
}

const mapValues = <T, R>(record: Readonly<Record<string, T>>, change: (value: T) => R) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
