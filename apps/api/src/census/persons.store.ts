import { Store } from '../kernel/store.ts'
import { persons } from './persons.table.ts'

export const personStore = new Store({ table: persons, record: 'person', kind: 'owned' })
