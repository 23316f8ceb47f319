import { Store } from '../kernel/store.ts'
import { projects } from './projects.table.ts'

export const projectStore = new Store({ table: projects, record: 'project', kind: 'catalogue' })
