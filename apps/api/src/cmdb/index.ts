import { type Area, resource } from '../store/area.ts'
import { configurationItemHandlers } from './configuration-items.handlers.ts'
import { configurationItemStore } from './configuration-items.store.ts'
import { relationshipHandlers } from './relationships.handlers.ts'
import { relationshipStore } from './relationships.store.ts'

/** Configuration items and their relationships. */
export const configurationArea: Area<unknown> = {
  functions: new URL('./functions.sql', import.meta.url),
  resources: [
    resource({ store: configurationItemStore, handlers: configurationItemHandlers }),
    resource({ store: relationshipStore, handlers: relationshipHandlers }),
  ],
}
