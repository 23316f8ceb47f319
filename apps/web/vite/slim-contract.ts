import {
  assetLifecycle,
  contract,
  EMAIL_PATTERN,
  employmentAssignmentLifecycle,
  MOST_BULK_ITEMS,
  mapEndpoints,
  REFERENCE_PATTERN,
  schoolEmploymentLifecycle,
  schoolEnrollmentLifecycle,
  withoutSchemas,
} from '@commonhold/contract'
import type { Plugin } from 'vite'

/** The resources one by one, for the pages before the sign-in. */
const ONE_BY_ONE = 'virtual:contract'
/** All of them, for the application. A module of its own, so that it does not travel with the sign-in page. */
const WHOLE = 'virtual:whole-contract'

/**
 * Gives the browser what a client needs of the contract and no schema. Without this, zod and every
 * resource would travel with the sign-in page.
 */
export function slimContract(): Plugin {
  return {
    name: 'commonhold:slim-contract',
    resolveId: (id) => (id === ONE_BY_ONE || id === WHOLE ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${ONE_BY_ONE}`) return resourcesText()
      if (id === `\0${WHOLE}`) return wholeText()
      return undefined
    },
  }
}

const slim = mapEndpoints(contract, withoutSchemas)

/** Each resource is an export of its own, so that the bundler leaves out those that the page does not import. */
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

const mapValues = <T, R>(record: Readonly<Record<string, T>>, change: (value: T) => R) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
