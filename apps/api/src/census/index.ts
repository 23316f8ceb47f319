import { type Area, resource } from '../store/area.ts'
import { contactHandlers } from './contacts.handlers.ts'
import { contactStore } from './contacts.store.ts'
import { nameHandlers } from './identities.handlers.ts'
import { identityStore } from './identities.store.ts'
import { personHandlers } from './persons.handlers.ts'
import { personStore } from './persons.store.ts'

/** People and their contact details. */
export const censusArea: Area<unknown> = {
  functions: new URL('./functions.sql', import.meta.url),
  resources: [
    resource({ store: personStore, handlers: personHandlers }),
    resource({ store: identityStore, handlers: nameHandlers }),
    resource({ store: contactStore, handlers: contactHandlers }),
  ],
}
