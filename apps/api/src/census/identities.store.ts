import { Store } from '../kernel/store.ts'
import { identities } from './identities.table.ts'
import { personStore } from './persons.store.ts'
import { persons } from './persons.table.ts'

export const identityStore = new Store({
  table: identities,
  record: 'identity',
  kind: 'owned',
  references: { person_id: personStore },
  searched: [identities.display_name],
  dependents: [persons.current_identity_id],
})
