import { projects } from './projects.ts'

export * from './issue-field-types.ts'
export * from './issue-status-categories.ts'
export * from './issue-subtypes.ts'
export * from './issue-transition-rules.ts'
export * from './projects.ts'

export const workGroups = { projects }
