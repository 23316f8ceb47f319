import type { OpenAPIObject } from './types.ts'

type Operation = NonNullable<NonNullable<OpenAPIObject['paths']>[string]['get']>

/** The methods of a path, in the order of the document. */
export const methods = ['get', 'put', 'post', 'delete', 'patch'] as const

interface PlacedOperation {
  readonly path: string
  readonly method: (typeof methods)[number]
  readonly operation: Operation
}

/** Every operation of the document with its method and path. */
export function operationsOf(document: OpenAPIObject): PlacedOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method] as Operation | undefined
      return operation ? [{ path, method, operation }] : []
    }),
  )
}
