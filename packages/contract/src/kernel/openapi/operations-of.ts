import type { OpenAPIObject } from './types.ts'

type Operation = NonNullable<NonNullable<OpenAPIObject['paths']>[string]['get']>

/** The methods of a path, in the order of the document. */
export const methods = ['get', 'put', 'post', 'delete', 'patch'] as const

/** Every operation of the document with its method and path. */
export function operationsOf(document: OpenAPIObject) {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method] as Operation | undefined
      return operation ? [{ path, method, operation }] : []
    }),
  )
}
