import { projects } from './projects.ts'

export * from './projects.ts'

export const workGroups = { projects }
