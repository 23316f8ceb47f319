import { sql } from 'drizzle-orm'
import type { Scope } from '../kernel/listing.ts'

const holds = sql`exists (
  select from asset_assignments h
   where h.tenant_id = current_setting('app.tenant_id') and h.person_id = persons.id and h.closed_at is null)`

/** Narrows a list to persons who hold assets, or to those who hold none; undefined where both are listed. */
export const holdersOf = (holds_assets: boolean | undefined): Scope | undefined =>
  holds_assets === undefined
    ? undefined
    : {
        name: `holding ${holds_assets}`,
        condition: holds_assets ? holds : sql`not ${holds}`,
        values: {},
        bound: { holds_assets },
      }
