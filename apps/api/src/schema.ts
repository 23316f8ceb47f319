/** Every table under its own name, for drizzle-kit. */
export * from './assets/asset-models.table.ts'
export * from './assets/assets.table.ts'
export * from './kernel/kernel.table.ts'
export * from './system/groups.table.ts'
export * from './system/sessions.table.ts'
export * from './system/tenants.table.ts'
export * from './system/users.table.ts'
export * from './work/projects.table.ts'
