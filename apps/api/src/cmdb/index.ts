import { type Area, resource } from '../store/area.ts'
import { configurationItemHandlers } from './configuration-items.handlers.ts'
import { configurationItemStore } from './configuration-items.store.ts'
import { relationshipHandlers } from './relationships.handlers.ts'
import { relationshipStore } from './relationships.store.ts'

/** What is run, and what fails with what. */
export const configurationArea: Area<unknown> = {
  resources: [
    resource({ store: configurationItemStore, handlers: configurationItemHandlers }),
    resource({ store: relationshipStore, handlers: relationshipHandlers }),
  ],
}
